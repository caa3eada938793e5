import type { Store } from './store.ts';

/** The settings in a data export, and what is not secret of the connection. */
export async function exportedSettings(
  store: Pick<
    Store,
    'connections' | 'devices' | 'lamps' | 'alarmSettings' | 'statisticsSettings' | 'displaySettings'
  >,
  wearerId: number,
) {
  const connection = await store.connections.find(wearerId);
  return {
    connection: connection && {
      source: connection.source,
      state: connection.state,
      errorCode: connection.errorCode,
    },
    devices: await store.devices.list(wearerId, { accountId: null }),
    lamps: (await store.lamps.of(wearerId)).settings,
    displays: await store.displaySettings.of(wearerId),
    alarms: await alarmsOf(store, wearerId),
    statistics: await store.statisticsSettings.of(wearerId),
  };
}

async function alarmsOf({ alarmSettings }: Pick<Store, 'alarmSettings'>, wearerId: number) {
  const { isOn, rules } = await alarmSettings.of(wearerId);
  return { isOn, rules: rules === null ? null : (JSON.parse(rules) as unknown) };
}
