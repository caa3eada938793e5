import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { soak } from './soak.ts';

// Runs three nodes with PostgreSQL, Mosquitto and a balancer while faults follow each other, and prints how soon all
// was right again; exits with 1 when an expectation was not met:
//   npm run soak [-- --minutes 60] [--wearers 300] [--devices 500] [--pages 50] [--kills 10] [--seed 7] [--only killed] [--logs folder]

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    wearers: { type: 'string', default: '300' },
    devices: { type: 'string', default: '500' },
    pages: { type: 'string', default: '50' },
    kills: { type: 'string', default: '10' },
    only: { type: 'string' },
    logs: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

const { minutes, wearers, devices, pages, kills, seed, only, logs } = values;
console.log(`${minutes} minutes, seed ${seed}, load ${loadavg()[0]?.toFixed(1)}`);
const { recoveries, ...report } = await soak({
  wearers: Number(wearers),
  devices: Number(devices),
  pages: Number(pages),
  kills: Number(kills),
  vendors: 3,
  forMs: Number(minutes) * 60_000,
  seed: Number(seed),
  report: console.log,
  ...(only && { only }),
  ...(logs && { logs }),
});
const slowest = Math.max(...recoveries.map(({ rightAfterMs }) => rightAfterMs));
console.log(`${recoveries.length} faults, slowest recovery ${(slowest / 1000).toFixed(1)} s`);
console.log(JSON.stringify(report, null, 2));
process.exitCode = report.violations.length === 0 ? 0 : 1;
