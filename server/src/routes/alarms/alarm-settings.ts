import {
  type AlarmOffer,
  type AlarmSettings,
  readAlarmSettings,
  saveAlarmSettings,
} from '@tealight/contract';
import { alarmKinds, alarmTimes, hasGlucoseAlarms } from '@tealight/glucose';
import { ProblemError } from '../../http/problem-error.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import { parseAlarmSettings } from '../../store/alarms/stored-settings.ts';
import type { Dependencies } from '../dependencies.ts';
import { noteAudit } from '../people/access-changes.ts';

/** Whether a wearer has alarms, and their numbers. */
export function serveAlarmSettings(api: Api, dependencies: Dependencies): void {
  const { store, changes, simulatedSite, now } = dependencies;
  serve(api, readAlarmSettings, async ({ principal: { wearerId } }) => {
    const { isOn, rules, accepted, escalatesHighs } = await store.alarmSettings.of(wearerId);
    const names = await store.accounts.firstNames(accepted === null ? [] : [accepted.by]);
    return {
      isOn,
      offer: await offerOf(dependencies, wearerId),
      accepted: accepted && {
        by: names.get(accepted.by) ?? null,
        at: new Date(accepted.at).toISOString(),
      },
      settings: rules === null ? null : parseAlarmSettings(rules),
      escalatesHighs,
      isSimulated: (await simulatedSite?.isSourceOf(wearerId)) ?? false,
    };
  });

  serve(api, saveAlarmSettings, async ({ body, principal }) => {
    const { isOn, settings, hasAccepted } = body;
    const { wearerId, accountId: by } = principal;
    await store.transaction(async (inside) => {
      if ((await inside.wearers.lock(wearerId)) === null) throw new ProblemError('no-such-wearer');
      const before = await inside.alarmSettings.of(wearerId);
      const accepted = before.accepted ?? (hasAccepted === true ? { by, at: now() } : null);
      if (isOn && accepted === null) throw new ProblemError('alarms-not-accepted');
      const rules = settings === undefined ? before.rules : JSON.stringify(settings);
      const { escalatesHighs = before.escalatesHighs } = body;
      await inside.alarmSettings.save(wearerId, { isOn, rules, accepted, escalatesHighs });
      if (isOn) await inside.alarmWatch.start(wearerId);
      else {
        await inside.alarmWatch.stop(wearerId);
        await inside.alarmEpisodes.endAll(wearerId, now());
      }
      const detail = changesText(
        { ...before, settings: parseAlarmSettings(before.rules) },
        { isOn, escalatesHighs, settings: parseAlarmSettings(rules) },
      );
      if (detail.from !== detail.to) {
        await noteAudit(inside, wearerId, { kind: 'alarms-changed', by, detail }, now());
      }
    });
    await changes.publish(wearerId, 'alarms');
    return { isSuccess: true };
  });
}

type Shown = { isOn: boolean; escalatesHighs: boolean; settings: AlarmSettings };

/** What differs, from and to, for the record of changes: numbers of settings are no readings. */
function changesText(before: Shown, after: Shown): { from: string; to: string } {
  const [from, to] = [linesOf(before), linesOf(after)];
  const isChanged = (_line: string, index: number) => from[index] !== to[index];
  return { from: from.filter(isChanged).join(', '), to: to.filter(isChanged).join(', ') };
}

const linesOf = ({ isOn, escalatesHighs, settings }: Shown): string[] => [
  isOn ? 'on' : 'off',
  escalatesHighs ? 'highs reach everybody' : 'highs reach those on duty',
  ...alarmTimes.flatMap((time) =>
    alarmKinds.map((kind) => {
      const { isOn: isKindOn, ...numbers } = settings[time][kind];
      return [time, kind, ...Object.values(numbers), ...(isKindOn ? [] : ['off'])].join(' ');
    }),
  ),
];

async function offerOf({ store, delayOf }: Dependencies, wearerId: number): Promise<AlarmOffer> {
  const connection = await store.connections.find(wearerId);
  if (connection === null || connection.state === 'off') return 'none';
  return hasGlucoseAlarms(delayOf(connection.source)) ? 'all' : 'no-data-only';
}
