import type { SelectsPerson } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { connectedPolling, encryption, makeDue, pollingNode } from '../../../test/polling/polling.ts';
import { SECRET } from '../../../test/polling/vendor.ts';
import { encryptionWith } from '../../encryption/cipher.ts';
import { openStore } from '../../store/store.ts';

type Session = { number: number; person?: string };

const selection: SelectsPerson<Session> = {
  people: async () => [{ id: 'ben', name: 'Ben' }],
  choose: (session, person) => ({ ...session, person }),
  personOf: ({ person }) => person ?? null,
};

/** A wearer whose session is renewed while `meanwhile` happens at another node, which has the same keys. */
async function renewedLate(
  meanwhile: (setup: Awaited<ReturnType<typeof connectedSetup>>) => Promise<unknown>,
  source: object = selection,
) {
  const setup = await connectedSetup(source);
  const { vendor, store, wearerId, clock, polling, log } = setup;
  await makeDue(store, wearerId, clock.now);
  vendor.renewsSession = true;
  vendor.duringRenewal = async () => {
    vendor.renewsSession = false;
    await meanwhile(setup);
  };
  await polling.runDuePolls();
  const connection = await store.connections.find(wearerId);
  const { encryptedSession = '', ...state } = connection ?? {};
  const decrypted = () => encryption.decrypt(encryptedSession ?? '', { wearerId, what: 'session' });
  return { ...setup, state, encryptedSession, decrypted, log };
}

async function connectedSetup(source: object) {
  const setup = await connectedPolling(await openStore({ url: null, file: ':memory:' }));
  Object.assign(setup.source, source);
  const other = pollingNode(setup.store, setup.clock, setup.source).polling;
  const { store, wearerId } = setup;
  /** Replaces what is stored as the wearer's session. */
  const storeSession = async (encrypted: string) => {
    const { revision, ...connection } = (await store.connections.find(wearerId)) ?? { revision: 0 };
    await store.connections.replace(
      { ...(connection as Parameters<typeof store.connections.save>[0]), encryptedSession: encrypted },
      { revision, isSameLogin: true },
      setup.clock.now,
    );
  };
  const encrypt = (session: Session, keys = encryption) =>
    keys.encrypt(JSON.stringify(session), { wearerId, what: 'session' });
  return { ...setup, other, storeSession, encrypt };
}

describe('[SRC-2] a session that is renewed while the connection changes at another node', () => {
  test('is stored for the person who was chosen meanwhile, and is polled at once', async () => {
    const { decrypted, state, clock } = await renewedLate(({ other, wearerId }) =>
      other.choose(wearerId, 'ben'),
    );
    expect(decrypted()).toBe('{"number":2,"person":"ben"}');
    expect(state).toMatchObject({ state: 'checking', nextAt: clock.now });
  });

  test('is stored where only the login was switched off, which stays off', async () => {
    const { decrypted, state } = await renewedLate(({ other, wearerId }) =>
      other.disconnect(wearerId, { clearCredentials: false }),
    );
    expect(decrypted()).toBe('{"number":2}');
    expect(state).toMatchObject({ state: 'off', nextAt: null });
  });

  test.each<[string, Session]>([
    ['of another sign-in', { number: 7 }],
    ['of another sign-in for the same person', { number: 7, person: 'ben' }],
  ])('does not replace a session %s', async (_, session) => {
    const { decrypted, log } = await renewedLate(({ storeSession, encrypt }) =>
      storeSession(encrypt(session)),
    );
    expect(decrypted()).toBe(JSON.stringify(session));
    expect(log).toEqual([]);
  });

  test.each<[string, object]>([
    ['chooses nobody', { ...selection, choose: undefined }],
    ['does not say whose session it is', { ...selection, personOf: undefined }],
  ])('does not replace another session of a source that %s', async (_, source) => {
    const { decrypted, log } = await renewedLate(
      ({ storeSession, encrypt }) => storeSession(encrypt({ number: 1, person: 'ben' })),
      source,
    );
    expect(decrypted()).toBe('{"number":1,"person":"ben"}');
    expect(log).toEqual([]);
  });

  test('does not replace a session that this node cannot decrypt', async () => {
    const otherKey = encryptionWith(['a key that only the other node has']);
    const { encryptedSession, log } = await renewedLate(({ storeSession, encrypt }) =>
      storeSession(encrypt({ number: 1, person: 'ben' }, otherKey)),
    );
    expect(encryptedSession?.startsWith(otherKey.prefix)).toBe(true);
    expect(log).toEqual([]);
  });

  test('is not stored where the wearer has erased the login', async () => {
    const { state, log } = await renewedLate(({ other, wearerId }) =>
      other.disconnect(wearerId, { clearCredentials: true }),
    );
    expect(state).toEqual({});
    expect(log).toEqual([]);
  });

  test('is not stored in a new connection', async () => {
    const { decrypted } = await renewedLate(({ other, wearerId }) =>
      other.connect(wearerId, 'nightScout', { password: SECRET }),
    );
    expect(decrypted()).toBe('{"number":2}');
  });
});
