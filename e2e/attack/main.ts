import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { attack } from './attack.ts';

// Attacks `npm start` on this machine and prints the results; exits with 1 when an expectation was not met:
//   npm run attack [-- --seconds 600] [--seed 7] [--limits off]

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    limits: { type: 'string', default: 'on' },
  },
});

const { seconds, seed, limits } = values;
console.log(`Attacking for ${seconds} s, seed ${seed}, limits ${limits}, load ${loadavg()[0]?.toFixed(1)}`);
const report = await attack({ seconds: Number(seconds), seed: Number(seed), limits: limits !== 'off' });
console.log(JSON.stringify(report, null, 2));
process.exitCode = report.violations.length === 0 ? 0 : 1;
