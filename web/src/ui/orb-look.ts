import { DARK_INK, inkOn, NEUTRAL_COLOR, NO_DATA_COLOR } from '@tealight/glucose';
import type { CSSProperties } from 'react';

/** The colours of an orb, for its style sheet. */
export type OrbLook = CSSProperties & Record<'--glow' | '--glow-ink' | '--glow-lift', string>;

/** An orb in a colour, with ink that can be read on it; white without one. Its middle is lifted away from the ink. */
export function orbLook(color: string | null): OrbLook {
  const glow = color === null ? NO_DATA_COLOR : /^#[0-9a-f]{6}$/i.test(color) ? color : NEUTRAL_COLOR;
  const ink = inkOn(glow);
  return { '--glow': glow, '--glow-ink': ink, '--glow-lift': ink === DARK_INK ? '#fff' : '#000' };
}
