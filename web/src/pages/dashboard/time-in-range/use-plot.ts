import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useLayoutEffect, useState } from 'react';
import uPlot from 'uplot';
import { lookAt, paper } from './chart-colours.ts';
import { type ChartView, columnsOf, optionsOf } from './chart-options.ts';
import { usePrinting } from './use-printing.ts';

/** In CSS pixels; as high as the style sheet makes room for. */
const SCREEN_HEIGHT = 280;
/** The size on paper, drawn so many times as large and shrunk again, for printers are finer than screens. */
const PAPER = { width: 440, height: 190 };
const PAPER_SCALE = 3;

/** Draws the chart into its place, and again whenever something it depends on has changed. */
export function usePlot(
  place: RefObject<HTMLDivElement | null>,
  { chart, span, unit, palette, width }: Pick<ChartView, 'chart' | 'span' | 'unit' | 'palette' | 'width'>,
): uPlot | null {
  const scheme = useComputedColorScheme('light');
  const printing = usePrinting();
  const [plot, setPlot] = useState<uPlot | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme decides what the tokens say
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null || width === 0) return;
    const view: ChartView = {
      ...{ chart, span, unit, palette },
      ...(printing
        ? { ...PAPER, look: paper, scale: PAPER_SCALE }
        : { width, height: SCREEN_HEIGHT, look: lookAt(element), scale: 1 }),
    };
    const drawn = new uPlot(optionsOf(view), columnsOf(view), element);
    setPlot(drawn);
    return () => drawn.destroy();
  }, [place, chart, span, unit, palette, width, scheme, printing]);
  return plot;
}
