/** The response is larger, or cut into smaller pieces, than that of any real server. */
export class OversizedError extends Error {}

/**
 * A stream of single bytes costs this process hundreds of times its size. Real servers send pieces of kilobytes;
 * a few small ones are normal. Own choice.
 */
const FREE_PIECES = 256;
const MEAN_PIECE_BYTES = 16;

/**
 * The decoded body of a response, at most `maxBytes` of it. It is not on the JavaScript heap until it is parsed.
 *
 * Throws  `OversizedError`, and what the connection throws.
 */
export async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  if (response.body === null) return Buffer.alloc(0);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body) {
    bytes += piece.byteLength;
    pieces.push(piece);
    if (bytes > maxBytes || pieces.length > FREE_PIECES + bytes / MEAN_PIECE_BYTES)
      throw new OversizedError();
  }
  return Buffer.concat(pieces);
}
