import { IconArrowRight } from '@tabler/icons-react';
import type { Trend } from '@tealight/glucose';

/** Turn of the arrow from pointing right, in degrees. */
const turns: Readonly<Record<Exclude<Trend, 'unknown'>, number>> = {
  'rising-fast': -90,
  rising: -90,
  'rising-slowly': -45,
  steady: 0,
  'falling-slowly': 45,
  falling: 90,
  'falling-fast': 90,
};

/** The trend as an arrow of `size` rem, two for a fast one. The word stands beside it, so it is silent. */
export function TrendArrow({ trend, size = 2.125 }: { trend: Trend; size?: number }) {
  if (trend === 'unknown') return null;
  const count = trend.endsWith('-fast') ? 2 : 1;
  const overlap = count === 2 ? size / 3 : 0;
  const style = { transform: `rotate(${turns[trend]}deg)`, marginInlineEnd: `${-overlap}rem` };
  return (
    <span aria-hidden="true" style={{ display: 'inline-flex', paddingInlineEnd: `${overlap}rem` }}>
      {Array.from({ length: count }, (_, arrow) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two identical arrows have no other name
        <IconArrowRight key={arrow} size={`${size}rem`} stroke={2.6} style={style} />
      ))}
    </span>
  );
}
