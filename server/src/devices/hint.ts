import { SECOND } from '../times.ts';

/** When a server restarts, its devices come back within this span: not before it is up again, nor all at once. */
const hint = { rejoinAfterMs: 3 * SECOND, rejoinWithinMs: 20 * SECOND };
const tail = `,"hint":${JSON.stringify(hint)}}`;

/** The first message of a feed, which also says how to come back. */
export const firstText = (text: string): string => text.slice(0, -1) + tail;

/** A random wait within the hint, in ms. */
export const rejoinMs = (): number =>
  Math.round(hint.rejoinAfterMs + Math.random() * (hint.rejoinWithinMs - hint.rejoinAfterMs));
