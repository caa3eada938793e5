import type { Readable } from 'node:stream';

/** Fixed header and up to four bytes of length. Source: MQTT 3.1.1, 2.2.3. */
const LENGTH_BYTES = 4;

/**
 * Destroys a connection that announces a packet longer than `maxBytes`: the broker would buffer all of it first, up
 * to 256 MB, for any client. Checks the bytes as the broker reads them.
 */
export function guardFrames(stream: Readable, maxBytes: number): void {
  const walk = new FrameWalk(maxBytes);
  const read = stream.read;
  stream.read = function guarded(this: Readable, size?: number) {
    const chunk: unknown = read.call(this, size);
    if (!(chunk instanceof Uint8Array) || walk.take(chunk)) return chunk;
    this.destroy();
    return null;
  };
}

/** Finds packet boundaries in chunks of bytes. */
export class FrameWalk {
  readonly #maxBytes: number;
  /** Missing bytes of the current packet. */
  #left = 0;
  /** 0: the type is next; else the bytes of the length read so far, plus one. */
  #header = 0;
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** False once a packet is too long. */
  take(chunk: Uint8Array): boolean {
    for (let at = 0; at < chunk.length; ) {
      if (this.#left > 0) {
        const step = Math.min(this.#left, chunk.length - at);
        this.#left -= step;
        at += step;
      } else if (!this.#head(chunk[at++] ?? 0)) return false;
    }
    return true;
  }

  #head(byte: number): boolean {
    if (this.#header === 0) {
      this.#header = 1;
      this.#length = 0;
      return true;
    }
    this.#length += (byte & 127) * 128 ** (this.#header - 1);
    this.#header += 1;
    if (this.#length > this.#maxBytes || this.#header > LENGTH_BYTES + 1) return false;
    if (byte < 128) {
      this.#left = this.#length;
      this.#header = 0;
    }
    return true;
  }
}
