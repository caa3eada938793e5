import { createHash } from 'node:crypto';
import { ChannelAddress } from '@tealight/contract';
import * as z from 'zod/mini';
import { DecryptionError, type Encryption } from '../../encryption/cipher.ts';
import { DAY } from '../../shared/time-units.ts';
import { newWebhookSecret } from '../channels/webhook.ts';

/** A secret with which a webhook is signed. `until`: epoch ms; null: it is the present one. */
type WebhookSecret = { secret: string; until: number | null };

/** Where a channel leads, as it is stored. Only a webhook has secrets. */
export type StoredAddress = { address: ChannelAddress; secrets: readonly WebhookSecret[] };

/** The old secret of a webhook signs too for so long, so that its receiver can be changed meanwhile. */
const OLD_SECRET_MS = DAY;

const Stored = z.object({
  address: ChannelAddress,
  secrets: z.array(z.object({ secret: z.string(), until: z.nullable(z.number()) })),
});

/** An address to be stored for the first time. */
const newAddress = (address: ChannelAddress): StoredAddress => ({
  address,
  secrets: address.kind === 'webhook' ? [{ secret: newWebhookSecret(), until: null }] : [],
});

/** The same with a new secret; the one before holds for a day, earlier ones no longer. */
function withNewSecret({ address, secrets }: StoredAddress, now: number): StoredAddress {
  const old = secrets.filter(({ until }) => until === null);
  return {
    address,
    secrets: [
      { secret: newWebhookSecret(), until: null },
      ...old.map(({ secret }) => ({ secret, until: now + OLD_SECRET_MS })),
    ],
  };
}

/** The secrets that sign now, the present one first. */
export const secretsAt = ({ secrets }: StoredAddress, now: number): string[] =>
  secrets.filter(({ until }) => until === null || until > now).map(({ secret }) => secret);

/** Recognizes an address: the same one gives the same hash. A browser's is its endpoint alone. */
const addressHash = (address: ChannelAddress): string =>
  createHash('sha256').update(identityOf(address)).digest('base64url');

const identityOf = (address: ChannelAddress): string => {
  switch (address.kind) {
    case 'web-push':
      return `web-push ${address.endpoint}`;
    case 'ntfy':
      return `ntfy ${address.server} ${address.topic}`;
    case 'pushover':
      return `pushover ${address.userKey}`;
    case 'webhook':
      return `webhook ${address.url}`;
  }
};

/** By which a page recognizes the channel of its browser; null for other kinds. */
const fingerprintOf = (address: ChannelAddress): string | null =>
  address.kind === 'web-push' ? createHash('sha256').update(address.endpoint).digest('base64url') : null;

/** Encrypts an address for its account. */
const encryptAddress = (encryption: Encryption, accountId: number, stored: StoredAddress): string =>
  encryption.encrypt(JSON.stringify(stored), { accountId, what: 'channel' });

/**
 * Null when this node does not have its key, or when it is of a kind that this version does not know. Where no node can
 * read it, the account has to add the channel again; messages on other channels must not wait for it.
 */
export function decryptAddress(
  encryption: Encryption,
  accountId: number,
  encrypted: string,
): StoredAddress | null {
  try {
    const stored = Stored.safeParse(
      JSON.parse(encryption.decrypt(encrypted, { accountId, what: 'channel' })),
    );
    return stored.success ? stored.data : null;
  } catch (error) {
    if (error instanceof DecryptionError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** How calls store addresses. */
export function channelAddresses(encryption: Encryption, now: () => number) {
  return {
    hashOf: addressHash,
    fingerprintOf,
    encrypt(accountId: number, address: ChannelAddress, stored: string | null) {
      const before = stored === null ? null : decryptAddress(encryption, accountId, stored);
      const { secrets } = before ?? newAddress(address);
      return {
        encrypted: encryptAddress(encryption, accountId, { address, secrets }),
        secret: before === null ? (secrets[0]?.secret ?? null) : null,
      };
    },
    withNewSecret(accountId: number, stored: string) {
      const before = decryptAddress(encryption, accountId, stored);
      if (before?.address.kind !== 'webhook') return null;
      const renewed = withNewSecret(before, now());
      const [secret = ''] = secretsAt(renewed, now());
      return { encrypted: encryptAddress(encryption, accountId, renewed), secret };
    },
  };
}
