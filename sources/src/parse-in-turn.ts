import { setImmediate as nextRound, setTimeout as pause } from 'node:timers/promises';

/** Text of this size parses in less than 3 ms, whatever it says; larger answers wait for their turn. */
const SMALL_BYTES = 32 * 1024;
/** After a large answer everybody else has the process for this many times as long. Own choice. */
const OTHERS_SHARE = 2;

/** `json` is undefined when the text is not JSON. */
export type Parsed = { text: string; json: unknown };

let turn: Promise<unknown> = Promise.resolve();

/**
 * Text and JSON of a body. Large ones are parsed one after the other with pauses in between, so that many of them
 * at once never keep the process from its other work.
 */
export async function parseInTurn(body: Buffer): Promise<Parsed> {
  if (body.byteLength <= SMALL_BYTES) return parsed(body);
  let begun = 0;
  const result = turn.then(() => {
    begun = performance.now();
    return parsed(body);
  });
  // What the caller makes of the answer happens before the next round of the event loop and counts too.
  turn = result.then(() => nextRound()).then(() => pause((performance.now() - begun) * OTHERS_SHARE));
  return result;
}

function parsed(body: Buffer): Parsed {
  const text = new TextDecoder().decode(body);
  try {
    return { text, json: JSON.parse(text) };
  } catch {
    return { text, json: undefined };
  }
}
