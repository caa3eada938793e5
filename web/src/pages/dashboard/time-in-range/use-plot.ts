import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useLayoutEffect, useState } from 'react';
import uPlot from 'uplot';
import { lookAt, paper } from './chart-colours.ts';
import { type ChartView, columnsOf, optionsOf } from './chart-options.ts';
import { usePrinting } from './use-printing.ts';

/** How wide a chart is on paper, in CSS pixels. */
const PAPER_WIDTH = 680;

/** Draws the chart into its place, and again whenever something it depends on has changed. */
export function usePlot(
  place: RefObject<HTMLDivElement | null>,
  { chart, span, unit, palette, width, height }: Omit<ChartView, 'look'>,
): uPlot | null {
  const scheme = useComputedColorScheme('light');
  const printing = usePrinting();
  const [plot, setPlot] = useState<uPlot | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme decides what the tokens say
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null || width === 0) return;
    const view: ChartView = {
      ...{ chart, span, unit, palette, height },
      look: printing ? paper : lookAt(element),
      width: printing ? PAPER_WIDTH : width,
    };
    const drawn = new uPlot(optionsOf(view), columnsOf(view), element);
    setPlot(drawn);
    return () => drawn.destroy();
  }, [place, chart, span, unit, palette, width, height, scheme, printing]);
  return plot;
}
