import { type SourceType, sourcesOfType } from '@tealight/contract';
import { SourceError, type SourceErrorCode, siteHost } from '@tealight/sources';
import { wideNetworkOf } from '../../shared/client-address.ts';
import { REFUSED_COST } from '../budgets.ts';
import type { Dependencies } from '../dependencies.ts';

/** A login to try: its source, what was typed, and from which network. */
export type LoginAttempt = { type: SourceType; login: unknown; network: string };

/** Errors that reveal that a login or an address is wrong, which would help an attacker who guesses. */
const guessableErrors: readonly SourceErrorCode[] = [
  'wrong-login',
  'locked-out',
  'wrong-address',
  'refused-address',
];

/**
 * Signs in at a vendor within limits by login, by network and in total: nobody can guess passwords of vendors through
 * this server, from any number of accounts. The cost of a wrong login is reserved before the vendor is called, so that
 * simultaneous tries are counted too, and refunded unless the login was wrong.
 *
 * Throws  `too-many-tries` with the time to wait, and what `work` throws.
 */
export async function withinConnectLimits<T>(
  { budgets }: Pick<Dependencies, 'budgets'>,
  { type, login, network }: LoginAttempt,
  work: () => Promise<T>,
): Promise<T> {
  const wide = wideNetworkOf(network);
  const refund = await budgets.reserve(
    [
      ['connect-all', ''],
      ...(wide === null ? [] : [['connect-network', wide] as const]),
      ['connect-network', network],
      ['connect-login', `${type} ${loginName(type, login)}`],
    ],
    REFUSED_COST,
  );
  let isRefused = true;
  try {
    const result = await work();
    isRefused = false;
    return result;
  } catch (error) {
    isRefused = !(error instanceof SourceError) || countsInFull(error.errorCode, type);
    throw error;
  } finally {
    if (!isRefused) await refund(REFUSED_COST - 1);
  }
}

/** An unreachable self-hosted site may be any address at all, so it costs as much as a wrong login. */
const countsInFull = (errorCode: SourceErrorCode, type: SourceType): boolean =>
  guessableErrors.includes(errorCode) ||
  (errorCode === 'unreachable' && sourcesOfType(type).some(({ isOwnSite }) => isOwnSite));

/** The user name as vendors compare it, or the site: the first field that is not secret. It is only stored as a keyed hash. */
function loginName(type: SourceType, login: unknown): string {
  const fields = sourcesOfType(type).flatMap(({ form }) => form?.fields ?? []);
  const field = fields.find(({ kind }) => kind !== 'secret');
  const typed = String((login as Record<string, unknown>)[field?.name ?? ''] ?? '');
  // As the source that connects reads it: all spellings of an address are one site.
  const name = field?.kind === 'url' ? (siteHost(typed) ?? typed) : typed;
  return name.trim().toLowerCase();
}
