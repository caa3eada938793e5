import { createHmac } from 'node:crypto';
import type { ConnectionType } from '@tealight/contract';
import { SourceError } from '@tealight/sources';
import { dexcomStates } from './api/dexcom-state.ts';
import type { Polling as Asked, DexcomSignIn } from './api/parts.ts';
import { loginFor, type Offers, type TypedSource, typed } from './offers.ts';
import type { Polling } from './poll/polling.ts';
import type { Store } from './store/store.ts';

type Joined = { polling: Polling; store: Pick<Store, 'accounts' | 'wearers'>; offers: Offers };

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
    async connect(wearerId: number, type: ConnectionType, login: unknown) {
      const name = typed[type as TypedSource];
      const country = await countryOf(wearerId);
      await polling.connect(wearerId, name, loginFor(type as TypedSource, login, country));
    },
  };
}

type Way = { publicUrl: string; key: string; now: () => number };

/** Dexcom by signing in at Dexcom; null where this server has no credentials for it. */
export function dexcomSignIn({ polling, offers }: Joined, { publicUrl, key, now }: Way): DexcomSignIn | null {
  const source = offers.sources.dexcomApi;
  if (source === undefined) return null;
  const states = dexcomStates(now, createHmac('sha256', key).update('dexcom state').digest());
  const redirectUri = `${publicUrl}/`;
  return {
    loginUrl: async (wearerId) => source.loginUrl(states.make(wearerId), redirectUri),
    async complete(wearerId, { code, state }) {
      if (state !== undefined && !states.holds(wearerId, state)) {
        throw new SourceError(source.name, 'session-over', { cause: 'state' });
      }
      await polling.connect(wearerId, 'dexcomApi', { code, redirectUri });
    },
  };
}
