import { expect, test } from 'vitest';
import { levelsBeside, reach, timesBelow } from './chart-axes.ts';

const HOUR = 3_600_000;
const setpoints = { lowMgdl: 70, inRangeMgdl: 110, highMgdl: 180 };
/** Twenty past nine on this machine's clock. */
const TO = new Date(2026, 10, 21, 9, 20).getTime();

test('[DASH-7] the times below a chart are whole hours of the browser’s clock, fewer on a phone', () => {
  const hours = (width: number) =>
    timesBelow({ from: TO - 24 * HOUR, to: TO }, { span: '24h', width }).map((at) => {
      const time = new Date(at);
      expect([time.getMinutes(), time.getSeconds()]).toEqual([0, 0]);
      return time.getHours();
    });
  expect(hours(700)).toHaveLength(8);
  expect(hours(340)).toHaveLength(4);
});

test('[DASH-7] the last three hours have their halves too', () => {
  const minutes = timesBelow({ from: TO - 3 * HOUR, to: TO }, { span: '3h', width: 700 }).map((at) =>
    new Date(at).getMinutes(),
  );
  expect(minutes).toEqual([30, 0, 30, 0, 30, 0]);
});

test('[DASH-7] a chart has room for every reading and for the setpoints', () => {
  expect(reach([39, 401, null], setpoints, 'mg/dL')).toEqual({ min: 24, max: 416 });
  expect(reach([], { ...setpoints, highMgdl: 250 }, 'mg/dL').max).toBeGreaterThan(250);
  expect(reach([110], setpoints, 'mmol/L')).toEqual({ min: 2.5, max: 12.22 });
});

test('[DASH-7] the setpoints are named beside the chart, and what readings reach above them', () => {
  expect(levelsBeside(setpoints, 220)).toEqual([70, 110, 180]);
  expect(levelsBeside(setpoints, 330)).toEqual([70, 110, 180, 250, 300]);
});

test('[DASH-7] names beside the chart never write over each other', () => {
  expect(levelsBeside({ lowMgdl: 70, inRangeMgdl: 85, highMgdl: 240 }, 330)).toEqual([70, 240, 300]);
});
