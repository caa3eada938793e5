import { SourceError, type Trouble } from '@tealight/sources';
import { wideNetworkOf } from '../client-address.ts';
import { REFUSED_COST } from './budgets.ts';
import type { Parts } from './parts.ts';

/** A login as it was typed: whose, at which source, from which network. */
export type TypedLogin = { type: string; login: unknown; network: string };

/** What says that a login or an address is wrong, and so would help somebody who guesses. */
const refusals: readonly Trouble[] = ['wrong-login', 'locked-out', 'wrong-address', 'refused-address'];

/**
 * Signs in at a vendor within limits by the vendor's login, by network and in all: this server must not serve to
 * find passwords elsewhere, whoever asks and from however many accounts. The price of a refusal is reserved before
 * the vendor is asked, so that tries side by side are not all the first, and given back when it was none.
 *
 * Throws  `too-many-tries` with the time to wait, and what `work` throws.
 */
export async function withinConnectLimits<T>(
  { budgets }: Pick<Parts, 'budgets'>,
  { type, login, network }: TypedLogin,
  work: () => Promise<T>,
): Promise<T> {
  const wide = wideNetworkOf(network);
  const giveBack = await budgets.reserve(
    [
      ['connect-all', ''],
      ...(wide === null ? [] : [['connect-network', wide] as const]),
      ['connect-network', network],
      ['connect-login', `${type} ${loginName(login)}`],
    ],
    REFUSED_COST,
  );
  let isRefused = true;
  try {
    const result = await work();
    isRefused = false;
    return result;
  } catch (error) {
    isRefused = !(error instanceof SourceError) || isRefusal(error.trouble, type);
    throw error;
  } finally {
    if (!isRefused) await giveBack(REFUSED_COST - 1);
  }
}

/** A site of one's own that is unreachable may be any address at all, so that counts in full, too. */
const isRefusal = (trouble: Trouble, type: string): boolean =>
  refusals.includes(trouble) || (type === 'nightScout' && trouble === 'unreachable');

/** A user name as vendors compare it, or the site. It is only ever counted under a keyed hash. */
function loginName(login: unknown): string {
  const { username, endpoint } = login as { username?: string; endpoint?: string };
  return (username ?? siteOf(endpoint ?? '')).trim().toLowerCase();
}

/** However it is written, it is one site. */
function siteOf(endpoint: string): string {
  const url = URL.parse(endpoint) ?? URL.parse(`https://${endpoint}`);
  return url === null ? endpoint : url.host;
}
