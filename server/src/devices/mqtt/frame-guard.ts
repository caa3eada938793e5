import type { Readable } from 'node:stream';

/** Fixed header and up to four bytes of length. Source: MQTT 3.1.1, 2.2.3. */
const LENGTH_BYTES = 4;

/**
 * Destroys a connection that announces a packet longer than `maxBytes`: the broker would gather all of it first, up
 * to 256 MB, from anyone. Looks at the bytes as the broker reads them.
 */
export function guardFrames(stream: Readable, maxBytes: number): void {
  const walk = walker(maxBytes);
  const read = stream.read.bind(stream);
  stream.read = (size?: number) => {
    const chunk: unknown = read(size);
    if (!(chunk instanceof Uint8Array) || walk(chunk)) return chunk;
    stream.destroy();
    return null;
  };
}

/** Follows packets through chunks of bytes; false once one is too long. */
export function walker(maxBytes: number): (chunk: Uint8Array) => boolean {
  let left = 0; // bytes of the present packet still to come
  let header = 0; // 0: the type comes next; else bytes of the length read so far, plus one
  let length = 0;
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (left > 0) {
        const step = Math.min(left, chunk.length - at);
        left -= step;
        at += step;
        continue;
      }
      const byte = chunk[at] ?? 0;
      at += 1;
      if (header === 0) {
        header = 1;
        length = 0;
        continue;
      }
      length += (byte & 127) * 128 ** (header - 1);
      header += 1;
      if (length > maxBytes || header > LENGTH_BYTES + 1) return false;
      if (byte < 128) {
        left = length;
        header = 0;
      }
    }
    return true;
  };
}
