import { useQuery } from '@tanstack/react-query';
import { FocusKeepingButton } from '../../../components/focus/FocusKeepingButton.tsx';
import { useNow } from '../../../components/use-now.ts';
import { useAnswer } from '../../../data/use-answer.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { alarmBarText } from '../../../text/alarms/bar.ts';
import { fullScreenText as text } from '../../../text/alarms/full-screen.ts';
import { AlarmAnnouncement } from '../AlarmAnnouncement.tsx';
import { alarmViews } from '../bar/alarm-view.ts';
import { useAlarmChanges } from '../bar/use-alarm-changes.ts';
import { useAlarmSignals } from '../bar/use-alarm-signals.ts';
import { activeAlarmsQuery } from '../queries.ts';
import { BigAlarm } from './BigAlarm.tsx';
import classes from './full-screen.module.css';

/** The worst alarm that goes on of everybody whose alarms reach the reader, the others below, and the sound. */
export function ActiveAlarms() {
  const { data, isError, refetch } = useAnswer(useQuery(activeAlarmsQuery, accountClient));
  useAlarmChanges();
  const now = useNow();
  const views = alarmViews(data ?? [], now);
  const { isOn, sound } = useAlarmSignals(views, now);
  if (data === undefined)
    return isError ? <NotLoaded onRetry={refetch} /> : <p role="status">{text.loading}</p>;
  const [worst, ...others] = views;
  const none = data.length === 0 ? text.noWearers : text.none;
  return (
    <>
      <AlarmAnnouncement views={views} />
      {isError && (
        <p role="status" className={classes.offline}>
          {text.offline}
        </p>
      )}
      {worst === undefined ? (
        <div role="status">
          <h1>{none.title}</h1>
          <p>{none.about}</p>
        </div>
      ) : (
        <BigAlarm key={worst.alarm.id} view={worst} now={now} isFirst />
      )}
      {others.length > 0 && (
        <section aria-label={text.others} className={classes.others}>
          {others.map((view) => (
            <BigAlarm key={view.alarm.id} view={view} now={now} isFirst={false} />
          ))}
        </section>
      )}
      <button
        type="button"
        className={classes.button}
        aria-label={isOn ? alarmBarText.sound.switchOff : undefined}
        onClick={() => void (isOn ? sound.switchOff() : sound.switchOn())}
      >
        {isOn ? alarmBarText.sound.on : alarmBarText.sound.off}
      </button>
    </>
  );
}

function NotLoaded({ onRetry }: { onRetry: () => unknown }) {
  return (
    <div role="alert">
      <h1>{text.notLoaded}</h1>
      <FocusKeepingButton className={classes.button} onClick={() => void onRetry()}>
        {text.retry}
      </FocusKeepingButton>
    </div>
  );
}
