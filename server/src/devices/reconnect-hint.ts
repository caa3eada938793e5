import { SECOND } from '../shared/time-units.ts';

/**
 * When a node is gone, its devices come back to another within this span, spread so that 10,000 of them make some 3000
 * sign-ins a second. Where there is no other node, those that come too early come again. Own choice.
 */
const hint = { rejoinAfterMs: SECOND, rejoinWithinMs: 4 * SECOND };
/**
 * How often devices that asked for it get a message. They leave a line after two that did not come and half a second,
 * so that a frozen node costs 4.5 s at most. Own choice: more often would cost them and the server more, and a phone's
 * radio does not rest between messages that are 3 s apart either; less slack would leave lines that a lost packet delays.
 */
export const HEARTBEAT_S = 2;

const tailOf = (members: object) => `,"hint":${JSON.stringify(members)}}`;
const tail = tailOf(hint);
const tailWithHeartbeat = tailOf({ ...hint, heartbeatMs: HEARTBEAT_S * SECOND });

/** The first message of a feed, which also says how to come back. */
export const firstText = (text: string, heartbeat: boolean): string =>
  text.slice(0, -1) + (heartbeat ? tailWithHeartbeat : tail);

/** A random wait within the hint, in ms. */
export const rejoinMs = (): number =>
  Math.round(hint.rejoinAfterMs + Math.random() * (hint.rejoinWithinMs - hint.rejoinAfterMs));
