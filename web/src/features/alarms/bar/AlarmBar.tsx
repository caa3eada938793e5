import { Anchor, Button, Text } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useNow } from '../../../components/use-now.ts';
import { useAnswer } from '../../../data/use-answer.ts';
import { useListedAlarms } from '../../../data/wearer/alarms.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { paths } from '../../../paths.ts';
import { alarmBarText } from '../../../text/alarms/bar.ts';
import { AlarmAnnouncement } from '../AlarmAnnouncement.tsx';
import { activeAlarmsQuery } from '../queries.ts';
import { AlarmBanner } from './AlarmBanner.tsx';
import { alarmViews } from './alarm-view.ts';
import classes from './bar.module.css';
import { useAlarmChanges } from './use-alarm-changes.ts';
import { useAlarmSignals } from './use-alarm-signals.ts';
import { useWorkerMessages } from './use-worker-messages.ts';

/**
 * The alarms that go on, and whether this page can be heard: on every page while anybody's alarms are on (ALM-33).
 * Where the list of people cannot say whether they are on, it shows alarms, and that they could not be asked for.
 */
export function AlarmBar() {
  const { data, isError } = useAnswer(useQuery(activeAlarmsQuery, accountClient));
  const listed = useListedAlarms();
  useAlarmChanges();
  useWorkerMessages({ isSignedIn: true });
  const now = useNow();
  const views = alarmViews(data ?? [], now);
  const { isOn, sound } = useAlarmSignals(views, now);
  const areOn = data === undefined ? listed === true : data.length > 0;
  const isMissing = isError && listed !== false;
  return (
    <section className={areOn || isMissing ? classes.bar : undefined} aria-label={alarmBarText.name}>
      <AlarmAnnouncement views={views} />
      {views.map((view) => (
        <AlarmBanner key={`${view.wearer} ${view.alarm.id}`} view={view} now={now} />
      ))}
      {isMissing && (
        <p className={classes.problem} role="status">
          {alarmBarText.notLoaded}
        </p>
      )}
      {areOn && <SoundSwitch isOn={isOn} sound={sound} />}
    </section>
  );
}

function SoundSwitch({ isOn, sound }: ReturnType<typeof useAlarmSignals>) {
  return (
    <div className={classes.state}>
      <Text size="sm">
        {alarmBarText.on}{' '}
        <Anchor component={Link} to={paths.alarms} size="sm">
          {alarmBarText.settings}
        </Anchor>
      </Text>
      <Button
        variant={isOn ? 'subtle' : 'light'}
        size="compact-sm"
        leftSection={isOn ? <IconVolume size={16} aria-hidden /> : <IconVolumeOff size={16} aria-hidden />}
        aria-label={isOn ? alarmBarText.sound.switchOff : undefined}
        onClick={() => void (isOn ? sound.switchOff() : sound.switchOn())}
      >
        {isOn ? alarmBarText.sound.on : alarmBarText.sound.off}
      </Button>
    </div>
  );
}
