import { createHmac } from 'node:crypto';
import type { ConnectionType } from '@tealight/contract';
import { SourceError } from '@tealight/sources';
import { dexcomStates } from './api/dexcom-state.ts';
import type { Polling as Asked, DexcomSignIn, MedtronicSignIn } from './api/parts.ts';
import { hashOf } from './api/token.ts';
import { elsewhere, loginFor, type Offers, type TypedSource, typed } from './offers.ts';
import type { Polling } from './poll/polling.ts';
import type { Seal } from './seal/seal.ts';
import type { Store } from './store/store.ts';
import { MINUTE, SECOND } from './times.ts';

type Joined = { polling: Polling; store: Pick<Store, 'accounts' | 'wearers' | 'signIns'>; offers: Offers };

/** The sources as calls use them: the contract's words and logins in, the poller's out. */
export function askedBy({ polling, store }: Joined): Asked {
  const countryOf = async (wearerId: number) => {
    const wearer = await store.wearers.byId(wearerId);
    const account = wearer && (await store.accounts.byId(wearer.accountId));
    return account?.location ?? 'US';
  };
  return {
    status: polling.status,
    disconnect: polling.disconnect,
    reconnect: (wearerId, { otherRegion }) =>
      polling.reconnect(wearerId, otherRegion ? elsewhere : undefined),
    people: polling.people,
    choose: polling.choose,
    async connect(wearerId: number, type: ConnectionType, login: unknown) {
      const name = typed[type as TypedSource];
      const country = await countryOf(wearerId);
      const { login: asked, ...whose } = loginFor(type as TypedSource, login, country);
      await polling.connect(wearerId, name, asked, whose);
    },
  };
}

type Way = { publicUrl: string; key: string; now: () => number };

/** How long a wearer may take at a vendor's pages. */
const OPEN_MS = 30 * MINUTE;
/** The wearer waits for this answer. */
const BEGIN_WITHIN_MS = 9 * SECOND;

/** Dexcom by signing in at Dexcom; null where this server has no credentials for it. */
export function dexcomSignIn(
  { polling, offers, store }: Joined,
  { publicUrl, key, now }: Way,
): DexcomSignIn | null {
  const source = offers.sources.dexcomApi;
  if (source === undefined) return null;
  const states = dexcomStates(now, createHmac('sha256', key).update('dexcom state').digest());
  const redirectUri = `${publicUrl}/`;
  return {
    async loginUrl(wearerId) {
      const begun = { wearerId, source: 'dexcomApi', keyHash: '', sealed: '', expiresAt: now() + OPEN_MS };
      await store.signIns.begin(begun);
      return source.loginUrl(states.make(wearerId), redirectUri);
    },
    async complete(wearerId, { code, state }) {
      // A code that comes without our state counts only for a wearer who has just left for Dexcom: otherwise a
      // foreign link could connect somebody else's account to this one.
      const left = await store.signIns.find(wearerId, 'dexcomApi', now());
      if (left === null || (state !== undefined && !states.holds(wearerId, state))) {
        throw new SourceError(source.name, 'session-over', { cause: 'state' });
      }
      await polling.connect(wearerId, 'dexcomApi', { code, redirectUri });
      await store.signIns.end(wearerId);
    },
  };
}

type World = { fetch: typeof fetch; seal: Seal; now: () => number };

/**
 * What a Medtronic sign-in began with, by the address that was handed out for it; null for an address that was not
 * handed to this wearer, and for an old one.
 */
export function begunAt({ store }: Pick<Joined, 'store'>, { seal, now }: Omit<World, 'fetch'>) {
  return async (wearerId: number, captchaUrl: string): Promise<unknown> => {
    const begun = await store.signIns.find(wearerId, 'medtronic', now());
    if (begun === null || begun.keyHash !== hashOf(captchaUrl)) return null;
    return JSON.parse(seal.open(begun.sealed, { wearerId, what: 'sign-in' }));
  };
}

/** Medtronic by its own sign-in page. What proves the sign-in is kept sealed, until the code comes back. */
export function medtronicSignIn(
  { polling, offers, store }: Joined,
  { fetch, seal, now }: World,
): MedtronicSignIn {
  const source = offers.sources.medtronic;
  const begun = begunAt({ store }, { seal, now });
  return {
    async start(wearerId, isUsRegion) {
      const signal = AbortSignal.timeout(BEGIN_WITHIN_MS);
      const { captchaUrl, pending } = await source.begin({ isUsRegion }, { fetch, now, signal });
      const sealed = seal.close(JSON.stringify(pending), { wearerId, what: 'sign-in' });
      const keyHash = hashOf(captchaUrl);
      await store.signIns.begin({
        wearerId,
        source: 'medtronic',
        keyHash,
        sealed,
        expiresAt: now() + OPEN_MS,
      });
      return { captchaUrl };
    },
    async complete(wearerId, { captchaUrl, code }) {
      const pending = source.pending.safeParse(await begun(wearerId, captchaUrl));
      const isFirst = pending.success && (await store.signIns.take(wearerId, hashOf(captchaUrl), now()));
      if (!isFirst) throw new SourceError(source.name, 'needs-human', { cause: 'no such sign-in' });
      await polling.connect(wearerId, 'medtronic', { ...pending.data, code });
    },
  };
}
