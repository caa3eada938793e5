/** The answer is larger, or cut into smaller pieces, than any honest one. */
export class Oversized extends Error {}

/**
 * A stream of single bytes costs this process hundreds of times its size. Honest servers send pieces of kilobytes;
 * a few small ones are normal. Own choice.
 */
const FREE_PIECES = 256;
const MEAN_PIECE_BYTES = 16;

/**
 * The decoded body of an answer, at most `atMostBytes` of it. It stays outside the heap until it is parsed.
 *
 * Throws  `Oversized`, and what the connection throws.
 */
export async function readBody(response: Response, atMostBytes: number): Promise<Buffer> {
  if (response.body === null) return Buffer.alloc(0);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body) {
    bytes += piece.byteLength;
    pieces.push(piece);
    if (bytes > atMostBytes || pieces.length > FREE_PIECES + bytes / MEAN_PIECE_BYTES) throw new Oversized();
  }
  return Buffer.concat(pieces);
}
