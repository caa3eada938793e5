import { SourceError } from '@tealight/sources';
import type { Asking, Offered } from './parts.ts';
import { SIGN_IN_WITHIN_MS, within } from './visit.ts';

type Entrance = {
  parts: Pick<Asking, 'fetchFor' | 'now' | 'gates'>;
  name: string;
  offered: Offered;
  wearerId: number;
};

/** The session that a login opens, as the source itself verifies it. Throws `SourceError`. */
export function enter({ parts, name, offered, wearerId }: Entrance, login: unknown, before?: unknown) {
  const { source, ownSite } = offered;
  const given = source.login.safeParse(login);
  if (!given.success)
    // Such as a name of blanks: the vendor would say the same.
    throw new SourceError(source.name, 'wrong-login', { cause: 'not a login of this source' });
  return parts.gates.through(ownSite ? null : name, wearerId, () =>
    within(SIGN_IN_WITHIN_MS, new AbortController().signal, (signal) =>
      source.connect(given.data, { fetch: parts.fetchFor(name), now: parts.now, signal }, before),
    ),
  );
}
