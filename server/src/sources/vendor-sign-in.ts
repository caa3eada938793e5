import type { ConnectionType } from '@tealight/contract';
import { SourceError } from '@tealight/sources';
import type { Encryption } from '../encryption/cipher.ts';
import type { Polling } from '../polling/polling.ts';
import type { DexcomSignIn, MedtronicSignIn, Polling as RoutesPolling } from '../routes/dependencies.ts';
import { MINUTE, SECOND } from '../shared/time-units.ts';
import { hashOf, newToken } from '../shared/token.ts';
import type { Store } from '../store/store.ts';
import { loginSourceOf, type Offers } from './offered-sources.ts';

type Dependencies = {
  polling: Polling;
  store: Pick<Store, 'accounts' | 'wearers' | 'signIns'>;
  offers: Offers;
};

/** The polling with the types and logins of the contract, for the calls. */
export function pollingForRoutes({ polling, store, offers }: Dependencies): RoutesPolling {
  const countryOf = async (wearerId: number) => {
    const wearer = await store.wearers.byId(wearerId);
    const account = wearer && (await store.accounts.byId(wearer.accountId));
    return account?.location ?? 'US';
  };
  return {
    status: polling.status,
    statuses: polling.statuses,
    disconnect: polling.disconnect,
    reconnect: (wearerId, { otherRegion }) =>
      polling.reconnect(
        wearerId,
        otherRegion ? (login, source) => source.inOtherRegion?.(login) ?? login : undefined,
      ),
    checkNow: polling.checkNow,
    people: polling.people,
    choose: polling.choose,
    async connect(wearerId: number, type: ConnectionType, login: unknown) {
      const found = loginSourceOf(offers, type);
      if (found === undefined) throw new Error(`No source is connected by a login as ${type}`);
      const { name, source } = found;
      const converted = source.toLogin?.(login, await countryOf(wearerId)) ?? { login };
      await polling.connect(wearerId, name, converted.login, personOf(converted));
    },
  };
}

const personOf = ({ personId }: { personId?: string }) => (personId === undefined ? {} : { personId });

type RedirectOptions = { publicUrl: string; now: () => number };

/** How long a wearer has on a vendor's pages. */
const SIGN_IN_TTL_MS = 30 * MINUTE;
/** The timeout of a call for which the wearer waits. */
const BEGIN_TIMEOUT_MS = 9 * SECOND;

/**
 * Signing in at Dexcom's page; null where this server has no credentials for it. The state that is sent there and comes
 * back is random, belongs to one wearer, and is accepted once.
 */
export function dexcomSignIn(
  { polling, offers, store }: Dependencies,
  { publicUrl, now }: RedirectOptions,
): DexcomSignIn | null {
  const source = offers.sources.dexcomApi;
  if (source === undefined) return null;
  const redirectUri = `${publicUrl}/`;
  return {
    async loginUrl(wearerId) {
      const state = newToken();
      const begun = { wearerId, source: source.name, keyHash: hashOf(state), encrypted: '' };
      await store.signIns.begin({ ...begun, expiresAt: now() + SIGN_IN_TTL_MS });
      return source.loginUrl(state, redirectUri);
    },
    async complete(wearerId, { code, state }) {
      // A code without a state is accepted only for a wearer who has just left for Dexcom: otherwise another person's
      // link could connect that person's account to this one.
      const keyHash = state === undefined ? null : hashOf(state);
      if ((await store.signIns.consume(wearerId, { source: source.name, keyHash, now: now() })) === null) {
        throw new SourceError(source.name, 'session-over', { cause: 'state' });
      }
      await polling.connect(wearerId, source.name, { code, redirectUri });
    },
  };
}

type SignInContext = { fetch: typeof fetch; encryption: Encryption; now: () => number };

/**
 * The pending data of a Medtronic sign-in, by the address that it began with; null for an address that was not given to
 * this wearer, and for an old one.
 */
export function pendingSignInOf(
  { store }: Pick<Dependencies, 'store'>,
  { encryption, now }: Omit<SignInContext, 'fetch'>,
) {
  return async (wearerId: number, captchaUrl: string): Promise<unknown> => {
    const begun = await store.signIns.find(wearerId, 'medtronic', now());
    if (begun === null || begun.keyHash !== hashOf(captchaUrl)) return null;
    return JSON.parse(encryption.decrypt(begun.encrypted, { wearerId, what: 'sign-in' }));
  };
}

/** Signing in at Medtronic's page in the remote browser. The pending data is stored encrypted until the code comes back. */
export function medtronicSignIn(
  { polling, offers, store }: Dependencies,
  { fetch, encryption, now }: SignInContext,
): MedtronicSignIn {
  const source = offers.sources.medtronic;
  const begun = pendingSignInOf({ store }, { encryption, now });
  return {
    async start(wearerId, isUsRegion) {
      const signal = AbortSignal.timeout(BEGIN_TIMEOUT_MS);
      const { captchaUrl, pending } = await source.begin({ isUsRegion }, { fetch, now, signal });
      const encrypted = encryption.encrypt(JSON.stringify(pending), { wearerId, what: 'sign-in' });
      const keyHash = hashOf(captchaUrl);
      await store.signIns.begin({
        wearerId,
        source: source.name,
        keyHash,
        encrypted,
        expiresAt: now() + SIGN_IN_TTL_MS,
      });
      return { captchaUrl };
    },
    async complete(wearerId, { captchaUrl, code }) {
      const pending = source.pending.safeParse(await begun(wearerId, captchaUrl));
      const key = { source: source.name, keyHash: hashOf(captchaUrl), now: now() };
      // Of two calls that complete one sign-in, the first connects.
      const isFirst = pending.success && (await store.signIns.consume(wearerId, key)) !== null;
      if (!isFirst) throw new SourceError(source.name, 'needs-human', { cause: 'no such sign-in' });
      await polling.connect(wearerId, source.name, { ...pending.data, code });
    },
  };
}
