import type { AccountTables } from './account-tables.ts';
import type { ConnectionTable } from './connection-row.ts';
import type { DeviceTable } from './devices.ts';
import type { LampTable } from './lamps.ts';
import type { ReadingTable } from './readings.ts';

/** Every table there is. */
export type Tables = AccountTables & {
  connections: ConnectionTable;
  readings: ReadingTable;
  devices: DeviceTable;
  lamps: LampTable;
};
