import fc from 'fast-check';
import type { Range, Setpoints } from '../src/range/range.ts';
import { units } from '../src/units.ts';

/** Any whole mg/dL a sensor can say. */
export const anyMgdl = fc.integer({ min: 39, max: 501 });

/** Any setpoints a wearer can save, equal ones included. */
export const anySetpoints: fc.Arbitrary<Setpoints> = fc
  .tuple(...[0, 0, 0].map(() => fc.integer({ min: 50, max: 400 })))
  .map((values) => values.sort((a, b) => a - b))
  .map(([lowMgdl = 0, inRangeMgdl = 0, highMgdl = 0]) => ({ lowMgdl, inRangeMgdl, highMgdl }));

/** Any range a wearer can save, in either unit, equal values included. */
export const anyRange: fc.Arbitrary<Range> = fc.constantFrom(...units).chain((unit) => {
  const value =
    unit === 'mg/dL'
      ? fc.integer({ min: 50, max: 400 })
      : fc.integer({ min: 28, max: 222 }).map((tenths) => tenths / 10);
  return fc
    .tuple(value, value, value)
    .map((values) => values.sort((a, b) => a - b))
    .map(([low, inRange, high]) => ({ unit, high, inRange, low }));
});
