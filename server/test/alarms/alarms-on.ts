import { activeAlarms, alarmHistory, type ReplyOf, saveAlarmSettings } from '@tealight/contract';
import { openAlarms } from '../../src/alarms/alarms.ts';
import { alarmMails } from '../../src/mail/alarm-templates.ts';
import { initialAlarmSettings } from '../../src/store/alarms/stored-settings.ts';
import type { Store } from '../../src/store/store.ts';
import { apiOn, type TestApi } from '../api.ts';
import { connected } from '../connections.ts';

const MINUTE = 60_000;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

type Reader = { token: string; wearer?: string };

/** A node that decides about alarms, on the clock of the API; it looks only when it is asked. */
export const alarmsOn = (api: TestApi, more: Partial<Parameters<typeof openAlarms>[0]> = {}) =>
  openAlarms({
    store: api.dependencies.store,
    delayOf: api.dependencies.delayOf,
    count() {},
    onDecided() {},
    mails: alarmMails,
    isVendor: () => true,
    publicUrl: 'https://tealight.example.org',
    now: () => api.clock.at,
    log: quiet,
    ...more,
  });

/** Switches the alarms on for a connected wearer, by the account's first own unless it is given. */
export async function withAlarms(api: TestApi, reader: Reader, wearerId: number): Promise<void> {
  await api.dependencies.store.connections.save(connected(wearerId), api.clock.at - 60 * MINUTE);
  const body = { isOn: true, settings: initialAlarmSettings, hasAccepted: true };
  const answer = await api.send(saveAlarmSettings, { ...reader, body });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

/** Stores readings, in mg/dL, five minutes apart, of which the last is taken now; then evaluates. */
export async function readingsCome(
  api: TestApi,
  alarms: { evaluateDueNow(): Promise<void> },
  wearerId: number,
  values: readonly number[],
): Promise<void> {
  const readings = values.map((mgdl, index) => ({
    wearerId,
    mgdl,
    trend: 'steady' as const,
    takenAt: api.clock.at - (values.length - 1 - index) * 5 * MINUTE,
  }));
  await storeReadings(api.dependencies.store, wearerId, readings);
  await alarms.evaluateDueNow();
}

async function storeReadings(
  { readings, alarmWatch }: Store,
  wearerId: number,
  rows: Parameters<Store['readings']['add']>[0],
): Promise<void> {
  await readings.add(rows);
  await alarmWatch.makeDue([wearerId]);
}

const nobody = { alarms: [], snoozes: [] };

/** The alarms of the first wearer whose alarms reach the reader. */
export const activeFor = async (api: TestApi, reader: Reader) =>
  (await api.send(activeAlarms, reader)).json<ReplyOf<typeof activeAlarms>>().wearers[0] ?? nobody;

export const historyFor = async (api: TestApi, reader: Reader) =>
  (await api.send(alarmHistory, reader)).json<ReplyOf<typeof alarmHistory>>().alarms;

/** A signed-in wearer whose alarms are on, and a node that decides about them. */
export async function watched(store: Store) {
  const api = await apiOn(store);
  const token = await api.signedIn();
  const [wearer] = await store.visibleWearers.of(1);
  const wearerId = wearer?.id ?? 0;
  await withAlarms(api, { token }, wearerId);
  const published: string[] = [];
  store.changes.subscribe((_wearer, change) => void published.push(change));
  return { api, token, wearerId, alarms: alarmsOn(api), published };
}
