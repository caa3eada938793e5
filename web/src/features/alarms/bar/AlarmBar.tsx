import { Anchor, Button, Text } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { rankOf } from '@tealight/glucose';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../../components/use-now.ts';
import { setTitleAlarm } from '../../../data/document-title.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { paths } from '../../../paths.ts';
import { alarmBarText } from '../../../text/alarms/bar.ts';
import { alarmTitle } from '../alarm-text.ts';
import { activeAlarmsQuery } from '../queries.ts';
import { useAlarmSound } from '../sound/use-alarm-sound.ts';
import { AlarmBanner } from './AlarmBanner.tsx';
import { alarmViews } from './alarm-view.ts';
import classes from './bar.module.css';
import { useAlarmChanges } from './use-alarm-changes.ts';

/** The alarms that go on, and whether this page can be heard: on every page while anybody's alarms are on (ALM-33). */
export function AlarmBar() {
  const { data = [], isError } = useQuery(activeAlarmsQuery, accountClient);
  useAlarmChanges();
  const now = useNow();
  const views = alarmViews(data, now);
  const sounding = views.find(({ soundsSince }) => soundsSince !== null);
  const rank = sounding && rankOf(sounding.alarm.kind);
  const { isOn, sound } = useAlarmSound(
    rank === undefined ? null : { rank, since: sounding?.soundsSince ?? now },
  );
  const title = sounding === undefined ? null : alarmTitle(sounding);
  useEffect(() => {
    setTitleAlarm(title);
    return () => setTitleAlarm(null);
  }, [title]);
  return (
    <section className={classes.bar} aria-label={alarmBarText.name}>
      {views.map((view) => (
        <AlarmBanner key={`${view.wearer} ${view.alarm.id}`} view={view} now={now} />
      ))}
      {isError && (
        <p className={classes.problem} role="status">
          {alarmBarText.notLoaded}
        </p>
      )}
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
    </section>
  );
}
