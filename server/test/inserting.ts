import { openStore } from '../src/store/store.ts';
import { newWearer } from './wearers.ts';

/** A process that stores reading after reading, says each that was stored, and is killed in the middle of it. */
const [place = '{}'] = process.argv.slice(2);
const store = await openStore(JSON.parse(place));
const wearerId = await newWearer(store);
for (let takenAt = 1; ; takenAt += 20) {
  const readings = Array.from({ length: 20 }, (_, index) => ({
    ...{ wearerId, takenAt: takenAt + index, mgdl: 100, trend: 'steady' as const },
  }));
  await store.readings.add(readings);
  process.stdout.write(`${wearerId} ${takenAt + 19}\n`);
}
