import * as z from 'zod/mini';
import type { Config } from '../config/config.ts';
import type { Encryption } from '../encryption/cipher.ts';
import { decryptStored } from '../polling/connecting/stored-connection.ts';
import type { SimulatedSite } from '../routes/dependencies.ts';
import { SECOND } from '../shared/time-units.ts';
import type { Store } from '../store/store.ts';

/** The site runs on this computer and answers at once. */
const TIMEOUT_MS = 5 * SECOND;

const Login = z.object({ endpoint: z.string() });

type Dependencies = {
  config: Pick<Config, 'isPrivate' | 'trialSite'>;
  store: Pick<Store, 'connections'>;
  encryption: Pick<Encryption, 'decrypt'>;
  fetch: typeof fetch;
};

/**
 * The simulated Nightscout site that `npm start` runs beside the server, where its address is known; else null. Null in
 * a public server, too: all who connect the site share it, and nobody may ring the alarms of others.
 */
export function simulatedSite({ config, store, encryption, fetch }: Dependencies): SimulatedSite | null {
  const { isPrivate, trialSite } = config;
  if (!isPrivate || trialSite === null) return null;
  return {
    async isSourceOf(wearerId) {
      const connection = await store.connections.find(wearerId);
      if (connection?.source !== 'nightscout' || connection.state === 'off') return false;
      const owner = { wearerId, what: 'login' } as const;
      const login = Login.safeParse(decryptStored(encryption, connection.encryptedLogin, owner));
      return login.success && URL.parse(login.data.endpoint)?.host === trialSite;
    },
    async measure(mgdl, takenAt) {
      const answer = await fetch(`http://${trialSite}/__simulator/reading`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sgv: mgdl, date: takenAt, direction: 'DoubleDown' }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => null);
      await answer?.body?.cancel();
      return answer?.ok ?? false;
    },
  };
}
