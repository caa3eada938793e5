import { setImmediate as nextTick, setTimeout as pause } from 'node:timers/promises';

/** Text of this size parses in less than 3 ms, whatever it contains; larger texts wait for their turn. */
const SMALL_BYTES = 32 * 1024;
/** After a large text the process is free for other work for this many times as long. Own choice. */
const PAUSE_FACTOR = 2;

/** `json` is undefined when the text is not JSON. */
export type Parsed = { text: string; json: unknown };

let turn: Promise<unknown> = Promise.resolve();

/**
 * Text and JSON of a body. Large ones are parsed one after the other with pauses in between, so that many of them
 * at once never block the process.
 */
export async function parseInTurn(body: Buffer): Promise<Parsed> {
  if (body.byteLength <= SMALL_BYTES) return parsed(body);
  let startedAt = 0;
  const result = turn.then(() => {
    startedAt = performance.now();
    return parsed(body);
  });
  // What the caller does with the result happens before the next turn of the event loop and counts too.
  turn = result.then(() => nextTick()).then(() => pause((performance.now() - startedAt) * PAUSE_FACTOR));
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
