import { useQuery } from '@tanstack/react-query';
import { alarmDefinitions, priorityOf, rankOf, readingWithUnit } from '@tealight/glucose';
import { FocusKeepingButton } from '../../../components/focus/FocusKeepingButton.tsx';
import { useFocusAfterRender } from '../../../components/focus/use-focus-after-render.ts';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { glancesQuery } from '../../../data/wearer/wearers.ts';
import { alarmBarText } from '../../../text/alarms/bar.ts';
import { fullScreenText as text } from '../../../text/alarms/full-screen.ts';
import { alarmKindText } from '../../../text/alarms/kinds.ts';
import { ageText } from '../../reading/age.ts';
import { TrendArrow } from '../../reading/TrendArrow.tsx';
import { silentText, snoozeLengthText } from '../alarm-text.ts';
import type { AlarmView } from '../bar/alarm-view.ts';
import { type AlarmAction, useAlarmAction } from '../queries.ts';
import classes from './full-screen.module.css';

export type BigAlarmProps = { view: AlarmView; now: number; isFirst: boolean };

/** An alarm that goes on, as large as it fits: whose, what, its value and age, and what can be done. */
export function BigAlarm({ view, now, isFirst }: BigAlarmProps) {
  const { wearer, name, unit, alarm, snooze } = view;
  const { mutate, isPending, error } = useAlarmAction(wearer);
  const heading = useFocusAfterRender<HTMLHeadingElement>();
  const Heading = isFirst ? 'h1' : 'h2';
  const isNoData = alarm.kind === 'no-data';
  const priority = priorityOf(rankOf(alarm.kind));
  const silent = silentText(view, now);
  const age = { age: ageText(alarm.takenAt, now) };
  return (
    <article
      className={classes.alarm}
      data-first={isFirst}
      data-priority={priority}
      data-silent={snooze !== null}
    >
      <Heading ref={heading.target} tabIndex={-1}>
        <span className={classes.name}>{name}</span> <span>{alarmKindText.names[alarm.kind]}</span>
      </Heading>
      {!isNoData && (
        <p className={classes.value}>
          {readingWithUnit(alarm.value, unit)}
          <Arrow wearer={wearer} takenAt={alarm.takenAt} />
        </p>
      )}
      <p>{isNoData ? text.lastReading(age) : text.reading(age)}</p>
      {silent !== null && <p>{silent}</p>}
      {/* The button that was pressed gives way to others. */}
      <Actions
        view={view}
        isBusy={isPending}
        act={(action) => mutate(action, { onSuccess: heading.focus })}
      />
      <CallErrors error={error} />
    </article>
  );
}

/** The arrow of the reading that rings, where it is still the newest one. */
function Arrow({ wearer, takenAt }: { wearer: string; takenAt: string }) {
  const { data } = useQuery(glancesQuery, accountClient);
  const reading = data?.find(({ id }) => id === wearer)?.reading;
  const isSame = reading != null && Date.parse(reading.time) === Date.parse(takenAt);
  return isSame ? <TrendArrow trend={reading.trend} size={3} /> : null;
}

type ActionsProps = { view: AlarmView; isBusy: boolean; act: (action: AlarmAction) => void };

function Actions({ view: { alarm, snooze, mayAct }, isBusy, act }: ActionsProps) {
  const { kind, id } = alarm;
  const button = (label: string, action: AlarmAction, isMain = false) => (
    <FocusKeepingButton
      key={label}
      className={isMain ? classes.main : classes.button}
      disabled={isBusy}
      onClick={() => act(action)}
    >
      {label}
    </FocusKeepingButton>
  );
  if (snooze !== null) {
    const { isForMeAlone } = snooze;
    if (!mayAct && !isForMeAlone) return null;
    return button(alarmBarText.endSnooze, { do: 'end', kind: snooze.kind, isForMeAlone });
  }
  const { snoozes } = alarmDefinitions[kind];
  const lengths = snoozes.filter((choice) => choice !== 'until-readings');
  return (
    <>
      {mayAct && button(alarmBarText.seen, { do: 'seen', id, kind }, true)}
      {mayAct && (
        <fieldset className={classes.choices}>
          <legend>{text.forEverybody}</legend>
          {snoozes.map((choice) => button(snoozeLengthText(choice), { do: 'snooze', kind, choice }))}
        </fieldset>
      )}
      <fieldset className={classes.choices}>
        <legend>{text.forMe}</legend>
        {lengths.map((minutes) => button(snoozeLengthText(minutes), { do: 'snooze-own', kind, minutes }))}
      </fieldset>
    </>
  );
}
