import { loadavg } from 'node:os';
import type { Result } from './support/result.ts';

/** Every bench, in the order of a full run. Names on the command line select some of them. */
const benches: Readonly<Record<string, () => Promise<() => Promise<Result[]>>>> = {
  starting: async () => (await import('./starting.ts')).starting,
  accounts: async () => (await import('./accounts.ts')).accounts,
  devices: async () => (await import('./devices.ts')).devices,
  polls: async () => (await import('./polls.ts')).polls,
  growth: async () => (await import('./growth.ts')).growth,
  nightscout: async () => (await import('./nightscout.ts')).nightscout,
  statistics: async () => (await import('./statistics.ts')).statistics,
  alarms: async () => (await import('./alarms.ts')).alarms,
  'alarm-storm': async () => (await import('./alarm-storm.ts')).alarmStorm,
  'alarm-vendor': async () => (await import('./alarm-vendor.ts')).alarmVendor,
  people: async () => (await import('./people.ts')).people,
  web: async () => (await import('./web.ts')).web,
  'remote-browser': async () => (await import('./remote-browser.ts')).remoteBrowser,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}

// Pages are measured as they are served: an old build would be measured silently.
const setup = (await import(new URL('../scripts/setup.mjs', import.meta.url).href)) as { buildWeb(): void };
setup.buildWeb();
let missed = 0;
for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
  console.log(`\n${name} (load before: ${loadavg()[0]?.toFixed(1)})`);
  const bench = await benches[name]?.();
  for (const { what, value, goal, reached } of (await bench?.()) ?? []) {
    const mark = reached === null ? ' ' : reached ? '✓' : '✗';
    if (reached === false) missed += 1;
    console.log(`  ${mark} ${what.padEnd(52)} ${value}${goal === '' ? '' : `   (${goal})`}`);
  }
}
process.exitCode = missed > 0 ? 1 : 0;
