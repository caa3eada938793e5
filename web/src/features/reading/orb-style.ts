import { DARK_INK, inkOn, NEUTRAL_COLOR, NO_DATA_COLOR } from '@tealight/glucose';
import type { CSSProperties } from 'react';

/** The CSS variables of an orb. */
export type OrbStyle = CSSProperties & Record<'--glow' | '--glow-ink' | '--glow-lift', string>;

/** The colors of an orb with a readable text color; white without a reading. The center contrasts with the text. */
export function orbStyle(color: string | null): OrbStyle {
  const glow = color === null ? NO_DATA_COLOR : /^#[0-9a-f]{6}$/i.test(color) ? color : NEUTRAL_COLOR;
  const ink = inkOn(glow);
  return { '--glow': glow, '--glow-ink': ink, '--glow-lift': ink === DARK_INK ? '#fff' : '#000' };
}
