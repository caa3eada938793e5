import type { Guard } from './guarded-fetch.ts';

/** `guardedFetch`, loaded with the first call: whoever has no site to ask needs no client for it. */
export function guardWhenNeeded(guard: Guard): typeof fetch {
  let loading: Promise<typeof fetch> | null = null;
  return async (input, init) => {
    loading ??= import('./guarded-fetch.ts').then(({ guardedFetch }) => guardedFetch(guard));
    return (await loading)(input, init);
  };
}
