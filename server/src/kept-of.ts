import type { Store } from './store/store.ts';

/** What the export adds to account and readings. Of a connection, what is no secret. */
export async function keptOf(
  store: Pick<Store, 'connections' | 'devices' | 'lamps' | 'storySettings' | 'displaySettings'>,
  wearerId: number,
) {
  const connection = await store.connections.find(wearerId);
  return {
    connection: connection && {
      source: connection.source,
      state: connection.state,
      trouble: connection.trouble,
    },
    devices: await store.devices.list(wearerId),
    lamps: (await store.lamps.of(wearerId)).settings,
    displays: await store.displaySettings.of(wearerId),
    story: await store.storySettings.of(wearerId),
  };
}
