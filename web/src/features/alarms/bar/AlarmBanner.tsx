import { Button } from '@mantine/core';
import { alarmDefinitions, priorityOf, rankOf } from '@tealight/glucose';
import { useFocusAfterRender } from '../../../components/focus/use-focus-after-render.ts';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { MenuButton } from '../../../components/MenuButton.tsx';
import { alarmBarText } from '../../../text/alarms/bar.ts';
import { alarmText, silentText, snoozeLengthText } from '../alarm-text.ts';
import { type AlarmAction, useAlarmAction } from '../queries.ts';
import type { AlarmView } from './alarm-view.ts';
import classes from './bar.module.css';

/** One alarm that goes on: whose and what, who made it silent, and what can be done. */
export function AlarmBanner({ view, now }: { view: AlarmView; now: number }) {
  const { wearer, alarm, snooze, mayAct } = view;
  const { mutate, isPending, error } = useAlarmAction(wearer);
  const text = useFocusAfterRender<HTMLElement>();
  // The button that was pressed gives way to others.
  const act = (action: AlarmAction) => mutate(action, { onSuccess: text.focus });
  const { kind, id } = alarm;
  const priority = priorityOf(rankOf(kind));
  const silent = silentText(view, now);
  const entries = snoozeEntries(view, act);
  return (
    <div className={classes.banner} data-priority={priority} data-silent={snooze !== null}>
      <div className={classes.text}>
        <strong ref={text.target} tabIndex={-1}>
          {alarmText(view, now)}
        </strong>
        {silent !== null && <span>{silent}</span>}
      </div>
      <div className={classes.actions}>
        {snooze === null ? (
          <>
            {mayAct && (
              <Button loading={isPending} onClick={() => act({ do: 'seen', id, kind })}>
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
              onClick={() => act({ do: 'end', kind: snooze.kind, isForMeAlone: snooze.isForMeAlone })}
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
function snoozeEntries({ alarm: { kind }, mayAct }: AlarmView, act: (action: AlarmAction) => void) {
  const { snoozes } = alarmDefinitions[kind];
  const forAll = snoozes.map((choice) => ({
    label: alarmBarText.forEverybody({ length: snoozeLengthText(choice) }),
    onChoose: () => act({ do: 'snooze', kind, choice }),
  }));
  const forMe = snoozes
    .filter((choice) => choice !== 'until-readings')
    .map((minutes) => ({
      label: alarmBarText.forMeAlone({ length: snoozeLengthText(minutes) }),
      onChoose: () => act({ do: 'snooze-own', kind, minutes }),
    }));
  return mayAct ? [...forAll, ...forMe] : forMe;
}
