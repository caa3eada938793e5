import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  activeAlarms,
  alarmChannels,
  alarmRecipients,
  endAlarmSnooze,
  endOwnAlarmSnooze,
  readAlarmSettings,
  seenAlarm,
  snoozeAlarm,
  snoozeOwnAlarm,
} from '@tealight/contract';
import type { AlarmKind, SnoozeChoice } from '@tealight/glucose';
import { call, POLL_TIMEOUT_MS } from '../../data/call.ts';
import { alarmsKey, refreshAlarms } from '../../data/wearer/alarms.ts';

/** Without the event stream, alarms are asked for this often: own choice, a part of the shortest repeat. */
const POLL_MS = 30_000;

/** The alarms that go on, and what is snoozed, of everybody whose alarms reach the reader. Also asked for by hidden pages, which ring. */
export const activeAlarmsQuery = queryOptions({
  queryKey: [...alarmsKey, 'active'],
  queryFn: async ({ signal }) => (await call(activeAlarms, { signal, timeoutMs: POLL_TIMEOUT_MS })).wearers,
  refetchInterval: POLL_MS,
  refetchIntervalInBackground: true,
});

/** Whether a wearer has alarms, and their numbers. */
export const alarmSettingsQuery = (wearer: string) =>
  queryOptions({
    queryKey: [...alarmsKey, 'settings', wearer],
    queryFn: ({ signal }) => call(readAlarmSettings, { wearer, signal }),
  });

/** Whom the alarms of a wearer reach, and how they reach the reader. */
export const recipientsQuery = (wearer: string) =>
  queryOptions({
    queryKey: [...alarmsKey, 'recipients', wearer],
    queryFn: ({ signal }) => call(alarmRecipients, { wearer, signal, timeoutMs: POLL_TIMEOUT_MS }),
    // Nothing else says that a weekly plan has put somebody on or off duty. Plans are in whole minutes.
    refetchInterval: 60_000,
    refetchIntervalInBackground: false,
  });

/** The channels on which alarms reach the reader. */
export const channelsQuery = queryOptions({
  queryKey: [...alarmsKey, 'channels'],
  queryFn: async ({ signal }) => (await call(alarmChannels, { signal })).channels,
});

/** What somebody does about the alarms of a wearer. */
export type AlarmAction =
  | { do: 'seen'; id: number; kind: AlarmKind }
  | { do: 'snooze'; kind: AlarmKind; choice: SnoozeChoice }
  | { do: 'snooze-own'; kind: AlarmKind; minutes: number }
  | { do: 'end'; kind: AlarmKind; isForMeAlone: boolean };

/** Acts on the alarms of a wearer, and shows what came of it. */
export const useAlarmAction = (wearer: string) =>
  useMutation({
    mutationFn: (action: AlarmAction) => act(wearer, action),
    onSettled: refreshAlarms,
  });

function act(wearer: string, action: AlarmAction): Promise<unknown> {
  switch (action.do) {
    case 'seen':
      return call(seenAlarm, { wearer, body: { id: action.id, kind: action.kind } });
    case 'snooze':
      return call(snoozeAlarm, { wearer, body: { kind: action.kind, minutes: action.choice } });
    case 'snooze-own':
      return call(snoozeOwnAlarm, { wearer, body: { kind: action.kind, minutes: action.minutes } });
    case 'end':
      return call(action.isForMeAlone ? endOwnAlarmSnooze : endAlarmSnooze, {
        wearer,
        body: { kind: action.kind },
      });
  }
}
