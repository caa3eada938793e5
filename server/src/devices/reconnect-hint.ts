import { SECOND } from '../shared/time-units.ts';

/**
 * When a node stops, its devices reconnect to another within this span, spread so that 10,000 of them make some 3000
 * connections a second. Without another node, those that are too early try again. Own choice.
 */
const hint = { rejoinAfterMs: SECOND, rejoinWithinMs: 4 * SECOND };
/**
 * How often devices that asked for it get a heartbeat. They reconnect after two missing ones and half a second,
 * so a frozen node costs 4.5 s at most. Own choice: more would cost them and the server more, and a phone's
 * radio does not sleep between messages 3 s apart either; with less tolerance a lost packet would end connections.
 */
export const HEARTBEAT_S = 2;

const tailOf = (members: object) => `,"hint":${JSON.stringify(members)}}`;
const tail = tailOf(hint);
const tailWithHeartbeat = tailOf({ ...hint, heartbeatMs: HEARTBEAT_S * SECOND });

/** The first message of a feed, with the hint for reconnecting. */
export const firstText = (text: string, heartbeat: boolean): string =>
  text.slice(0, -1) + (heartbeat ? tailWithHeartbeat : tail);

/** A random wait within the hint, in ms. */
export const rejoinMs = (): number =>
  Math.round(hint.rejoinAfterMs + Math.random() * (hint.rejoinWithinMs - hint.rejoinAfterMs));
