import { useComputedColorScheme } from '@mantine/core';
import { isStale } from '@tealight/glucose';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import uPlot from 'uplot';
import { useNow } from '../../../components/use-now.ts';
import { colorsAt, printColors } from './chart-colors.ts';
import type { ChartView } from './chart-drawing.ts';
import { columnsOf, optionsOf } from './chart-options.ts';

/** In CSS pixels; as high as the style sheet makes room for. */
const SCREEN_HEIGHT = 280;
/** The printed size in CSS pixels; drawn larger by the scale, because printers have a higher resolution. */
const PRINT_SIZE = { width: 440, height: 190 };
const PRINT_SCALE = 3;

type PlotOptions = Omit<ChartView, 'colors' | 'height' | 'scale' | 'period'> & {
  /** The part of the chart that is seen. */
  period: ChartView['chart']['period'];
};

/** Draws the chart into its container, and again when an option changes. */
export function usePlot(
  container: RefObject<HTMLDivElement | null>,
  { chart, period, comparedChart, isLive: endsNow, span, zone, unit, palette, width }: PlotOptions,
): uPlot | null {
  // Without a network, the last chart stays while its last reading grows old.
  const now = useNow();
  const isLive = endsNow && !isStale(chart.takenAt.at(-1) ?? 0, now);
  const scheme = useComputedColorScheme('light');
  const printing = usePrinting();
  const [plot, setPlot] = useState<uPlot | null>(null);
  const seen = useRef(period);
  useLayoutEffect(() => {
    seen.current = period;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the values of the tokens
  useLayoutEffect(() => {
    const element = container.current;
    if (element === null || width === 0) return;
    const view: ChartView = {
      chart,
      comparedChart,
      isLive,
      span,
      zone,
      unit,
      palette,
      period: () => seen.current,
      ...(printing
        ? { ...PRINT_SIZE, colors: printColors, scale: PRINT_SCALE }
        : { width, height: SCREEN_HEIGHT, colors: colorsAt(element), scale: 1 }),
    };
    const drawn = new uPlot(optionsOf(view), columnsOf(view), element);
    setPlot(drawn);
    return () => drawn.destroy();
  }, [container, chart, comparedChart, isLive, span, zone, unit, palette, width, scheme, printing]);
  // Moving what is seen costs a few milliseconds; creating a chart costs ten times as much.
  const { from, to } = period;
  useLayoutEffect(() => plot?.setScale('x', { min: from, max: to }), [plot, from, to]);
  return plot;
}

/** Whether the page is being printed. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const printMedia = matchMedia('print');
    // The browser prints right after the event, so the update must be synchronous.
    const onChange = ({ matches }: { matches: boolean }) => flushSync(() => setPrinting(matches));
    printMedia.addEventListener('change', onChange);
    return () => printMedia.removeEventListener('change', onChange);
  }, []);
  return printing;
}
