import type { GuardOptions } from './guarded-fetch.ts';

/** `guardedFetch`, loaded with the first call, since undici takes memory and not every installation needs it. */
export function lazyGuardedFetch(options: GuardOptions): typeof fetch {
  let loading: Promise<typeof fetch> | null = null;
  return async (input, init) => {
    loading ??= import('./guarded-fetch.ts').then(({ guardedFetch }) => guardedFetch(options));
    return (await loading)(input, init);
  };
}
