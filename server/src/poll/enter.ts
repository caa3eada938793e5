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
    throw new Error(`The login for ${name} lacks ${given.error.issues.map(({ path }) => path.join('.'))}`);
  return parts.gates.through(ownSite ? null : name, wearerId, () =>
    within(SIGN_IN_WITHIN_MS, new AbortController().signal, (signal) =>
      source.connect(given.data, { fetch: parts.fetchFor(name), now: parts.now, signal }, before),
    ),
  );
}
