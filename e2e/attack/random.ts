/** A seeded random number generator, and choices made with it. */
export function randomFrom(seed: number) {
  let state = seed;
  /** A number from 0 (inclusive) to 1 (exclusive). Source: Mulberry32, in the public domain. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    /** A whole number from 0 up to, and not including, the limit. */
    below,
    /** A random one of the choices. */
    oneOf: <T>(choices: readonly T[]): T => choices[below(choices.length)] as T,
  };
}

export type Random = ReturnType<typeof randomFrom>;
