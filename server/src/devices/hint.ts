import { SECOND } from '../times.ts';

/**
 * When a node is gone, its devices come back to another within this span, spread so that 10,000 of them make some 3000
 * sign-ins a second. Where there is no other node, those that come too early come again. Own choice.
 */
const hint = { rejoinAfterMs: SECOND, rejoinWithinMs: 4 * SECOND };
/** How often devices that asked for it get a message: the sooner they notice a dead line, the sooner they leave it. */
export const HEARTBEAT_S = 3;

const tailOf = (members: object) => `,"hint":${JSON.stringify(members)}}`;
const tail = tailOf(hint);
const tailWithHeartbeat = tailOf({ ...hint, heartbeatMs: HEARTBEAT_S * SECOND });

/** The first message of a feed, which also says how to come back. */
export const firstText = (text: string, heartbeat: boolean): string =>
  text.slice(0, -1) + (heartbeat ? tailWithHeartbeat : tail);

/** A random wait within the hint, in ms. */
export const rejoinMs = (): number =>
  Math.round(hint.rejoinAfterMs + Math.random() * (hint.rejoinWithinMs - hint.rejoinAfterMs));
