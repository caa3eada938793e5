import { expect, test } from 'vitest';
import { bands, bandsOf, bandWords, populations, showBand } from './bands.ts';

test.each(populations)('the bands of %s follow each other without gap or overlap', (population) => {
  const all = bandsOf(population);
  expect(all[0]?.from).toBeNull();
  expect(all.at(-1)?.to).toBeNull();
  for (const [index, { from }] of all.slice(1).entries()) expect(from).toBe((all[index]?.to ?? 0) + 1);
});

test('[DASH-7] bands are named with their limits in both units, as the consensus writes them', () => {
  const shown = (unit: 'mg/dL' | 'mmol/L') => bandsOf('adult').map((limits) => showBand(limits, unit));
  expect(shown('mg/dL')).toEqual(['<54', '54–69', '70–180', '181–250', '>250']);
  expect(shown('mmol/L')).toEqual(['<3.0', '3.0–3.8', '3.9–10.0', '10.1–13.9', '>13.9']);
  expect(bandsOf('pregnancy').map((limits) => showBand(limits, 'mmol/L'))).toEqual([
    '<3.0',
    '3.0–3.4',
    '3.5–7.8',
    '>7.8',
  ]);
});

test('a band without limits shows none', () => {
  expect(showBand({ band: 'target', from: null, to: null }, 'mg/dL')).toBe('');
});

test('[DASH-7] the bands have these words', () => {
  expect(bands.map((band) => bandWords[band])).toEqual(['Very low', 'Low', 'In target', 'High', 'Very high']);
});
