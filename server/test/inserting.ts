import { openStore } from '../src/store/store.ts';
import { newWearer } from './wearers.ts';

/** A program that stores readings and reports the last stored one, until it is killed. */
const [location = '{}'] = process.argv.slice(2);
const store = await openStore(JSON.parse(location));
const wearerId = await newWearer(store);
for (let takenAt = 1; ; takenAt += 20) {
  const readings = Array.from({ length: 20 }, (_, index) => ({
    wearerId,
    takenAt: takenAt + index,
    mgdl: 100,
    trend: 'steady' as const,
  }));
  await store.readings.add(readings);
  process.stdout.write(`${wearerId} ${takenAt + 19}\n`);
}
