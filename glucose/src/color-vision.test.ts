import { expect, test } from 'vitest';
import { ciede2000, type Lab } from '../test/color-difference.ts';
import { seenBy, seenDifference, type Vision, visions } from '../test/color-vision.ts';
import { colorOf } from './color.ts';
import { palettes } from './palette.ts';

const setpoints = { lowMgdl: 70, inRangeMgdl: 110, highMgdl: 180 };
const cases = palettes.flatMap((palette) =>
  (Object.keys(visions) as Vision[]).map((vision) => [palette, vision] as const),
);

test.each(cases)('[COL-2] the anchors of %s are distinguishable with %s vision', (palette, vision) => {
  const [low, inRange, high] = [70, 110, 180].map((mgdl) => colorOf(mgdl, setpoints, palette)) as [
    string,
    string,
    string,
  ];
  expect(seenDifference(vision, low, inRange)).toBeGreaterThanOrEqual(20);
  expect(seenDifference(vision, inRange, high)).toBeGreaterThanOrEqual(20);
  expect(seenDifference(vision, low, high)).toBeGreaterThanOrEqual(20);
});

// Pairs 1, 7, 13, 17, 21 and 25 of Sharma, Wu and Dalal 2005.
const published: [Lab, Lab, number][] = [
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, 0, 0], [50, -1, 2], 2.3669],
  [[50, -0.001, 2.49], [50, 0.0011, -2.49], 4.7461],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[50, 2.5, 0], [50, 3.1736, 0.5854], 1.0],
  [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
];

test.each(published)(
  'the color difference formula gives the published results: %j %j',
  (one, other, expected) => {
    expect(ciede2000(one, other)).toBeCloseTo(expected, 4);
  },
);

test('simulated color blindness keeps grays gray, and confuses red with green', () => {
  for (const vision of Object.keys(visions) as Vision[]) {
    const [red, green, blue] = seenBy(vision, '#808080');
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(1e-5);
  }
  expect(seenDifference('deuteranopia', '#c0392b', '#7f8c2b')).toBeLessThan(20);
  expect(seenDifference('normal', '#c0392b', '#7f8c2b')).toBeGreaterThan(40);
});
