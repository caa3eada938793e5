import { Button, VisuallyHidden } from '@mantine/core';
import { alarmDefinitions, rankOf } from '@tealight/glucose';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { MenuButton } from '../../../components/MenuButton.tsx';
import { alarmBarText } from '../../../text/alarms/bar.ts';
import { alarmText, alarmTitle, silentText, snoozeLengthText } from '../alarm-text.ts';
import { useAlarmAction } from '../queries.ts';
import { priorityOf } from '../sound/patterns.ts';
import type { AlarmView } from './alarm-view.ts';
import classes from './bar.module.css';

/** One alarm that goes on: whose and what, who made it silent, and what can be done. */
export function AlarmBanner({ view, now }: { view: AlarmView; now: number }) {
  const { wearer, alarm, snooze, mayAct } = view;
  const { mutate, isPending, error } = useAlarmAction(wearer);
  const { kind, id } = alarm;
  const priority = priorityOf(rankOf(kind));
  const silent = silentText(view, now);
  const entries = snoozeEntries(view, mutate);
  return (
    <div className={classes.banner} data-priority={priority} data-silent={snooze !== null}>
      {/* Said at once where somebody may have to act, and without the age: that would be said again each minute. */}
      <VisuallyHidden role={priority === 'urgent' ? 'alert' : 'status'}>{alarmTitle(view)}</VisuallyHidden>
      <div className={classes.text}>
        <strong>{alarmText(view, now)}</strong>
        {silent !== null && <span>{silent}</span>}
      </div>
      <div className={classes.actions}>
        {snooze === null ? (
          <>
            {mayAct && (
              <Button loading={isPending} onClick={() => mutate({ do: 'seen', id, kind })}>
                {alarmBarText.seen}
              </Button>
            )}
            <MenuButton entries={entries}>{alarmBarText.snooze}</MenuButton>
          </>
        ) : (
          (mayAct || snooze.isForMeAlone) && (
            <Button
              variant="default"
              loading={isPending}
              onClick={() => mutate({ do: 'end', kind: snooze.kind, isForMeAlone: snooze.isForMeAlone })}
            >
              {alarmBarText.endSnooze}
            </Button>
          )
        )}
      </div>
      <CallErrors error={error} />
    </div>
  );
}

/** For everybody where the reader may, and for the reader alone. */
function snoozeEntries(
  { alarm: { kind }, mayAct }: AlarmView,
  mutate: ReturnType<typeof useAlarmAction>['mutate'],
) {
  const { snoozes } = alarmDefinitions[kind];
  const forAll = snoozes.map((choice) => ({
    label: alarmBarText.forEverybody({ length: snoozeLengthText(choice) }),
    onChoose: () => mutate({ do: 'snooze', kind, choice }),
  }));
  const forMe = snoozes
    .filter((choice) => choice !== 'until-readings')
    .map((minutes) => ({
      label: alarmBarText.forMeAlone({ length: snoozeLengthText(minutes) }),
      onChoose: () => mutate({ do: 'snooze-own', kind, minutes }),
    }));
  return mayAct ? [...forAll, ...forMe] : forMe;
}
