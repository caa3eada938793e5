import { type SourceType, sourcesOfType } from '@tealight/contract';
import { SourceError, type SourceErrorCode } from '@tealight/sources';
import { wideNetworkOf } from '../../shared/client-address.ts';
import { REFUSED_COST } from '../budgets.ts';
import type { Parts } from '../dependencies.ts';

/** A login that is to be tried: of which source, what was typed, from which network. */
export type LoginAttempt = { type: SourceType; login: unknown; network: string };

/** Errors that say that a login or an address is wrong, and so would help somebody who guesses. */
const guessableErrors: readonly SourceErrorCode[] = [
  'wrong-login',
  'locked-out',
  'wrong-address',
  'refused-address',
];

/**
 * Signs in at a vendor within limits by login, by network and in total: nobody may guess passwords of vendors through
 * this server, from however many accounts. The cost of a wrong login is reserved before the vendor is called, so that
 * simultaneous tries are counted too, and refunded unless the login was wrong.
 *
 * Throws  `too-many-tries` with the time to wait, and what `work` throws.
 */
export async function withinConnectLimits<T>(
  { budgets }: Pick<Parts, 'budgets'>,
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

/** A site of one's own that is unreachable may be any address at all, so that counts in full, too. */
const countsInFull = (errorCode: SourceErrorCode, type: SourceType): boolean =>
  guessableErrors.includes(errorCode) ||
  (errorCode === 'unreachable' && sourcesOfType(type).some(({ isOwnSite }) => isOwnSite));

/** A user name as vendors compare it, or the site: the first thing typed that is no secret. It is only ever counted under a keyed hash. */
function loginName(type: SourceType, login: unknown): string {
  const fields = sourcesOfType(type).flatMap(({ form }) => form?.fields ?? []);
  const field = fields.find(({ kind }) => kind !== 'secret');
  const typed = String((login as Record<string, unknown>)[field?.name ?? ''] ?? '');
  return (field?.kind === 'url' ? siteOf(typed) : typed).trim().toLowerCase();
}

/** However it is written, it is one site. */
function siteOf(endpoint: string): string {
  const url = URL.parse(endpoint) ?? URL.parse(`https://${endpoint}`);
  return url === null ? endpoint : url.host;
}
