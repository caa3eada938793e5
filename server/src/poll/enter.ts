import type { AnySource, Parts } from './parts.ts';
import { SIGN_IN_WITHIN_MS, within } from './visit.ts';

type Entrance = { parts: Pick<Parts, 'fetchFor' | 'now'>; name: string; source: AnySource };

/** The session that a login opens, as the source itself verifies it. Throws `SourceError`. */
export function enter({ parts, name, source }: Entrance, login: unknown, before?: unknown): Promise<unknown> {
  const given = source.login.safeParse(login);
  if (!given.success)
    throw new Error(`The login for ${name} lacks ${given.error.issues.map(({ path }) => path.join('.'))}`);
  return within(SIGN_IN_WITHIN_MS, new AbortController().signal, (signal) =>
    source.connect(given.data, { fetch: parts.fetchFor(name), now: parts.now, signal }, before),
  );
}
