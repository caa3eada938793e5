import { MantineProvider } from '@mantine/core';
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MINUTE, someChart } from '../../../../test/fake-statistics.ts';
import { setServerAhead } from '../../../../test/server-time.ts';
import { usePlot } from './use-plot.ts';

const drawn = vi.fn();
const arc = vi.fn();
const context = { save() {}, restore() {}, beginPath() {}, fill() {}, arc };
vi.mock('uplot', () => ({
  default: class {
    ctx = context;
    bbox = { left: 0, top: 0, width: 300, height: 200 };
    constructor({ hooks }: { hooks: { draw: ((plot: unknown) => void)[] } }) {
      drawn();
      for (const draw of hooks.draw) draw(this);
    }
    valToPos = () => 0;
    setScale() {}
    destroy() {}
  },
}));

test('[DASH-7] the last reading glows at the end of the line until it is old, also where no newer chart arrives', () => {
  const chart = someChart([100, 104, 112]);
  const ahead = chart.period.to - Date.now();
  setServerAhead(ahead);
  const container = { current: document.createElement('div') };
  const look = {
    comparedChart: null,
    span: '24h',
    zone: undefined,
    unit: 'mg/dL',
    palette: 'classic',
  } as const;
  const options = { chart, period: chart.period, isLive: true, width: 300, ...look };
  renderHook(() => usePlot(container, options), {
    wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider>,
  });
  expect(arc).toHaveBeenCalled();
  vi.clearAllMocks();
  act(() => setServerAhead(ahead + 20 * MINUTE));
  expect(drawn).toHaveBeenCalledOnce();
  expect(arc).not.toHaveBeenCalled();
});
