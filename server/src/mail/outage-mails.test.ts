import { errorTextOf, type SourceErrorCode } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { connected } from '../../test/connections.ts';
import { eachEngine } from '../../test/engines.ts';
import { newWearer } from '../../test/wearers.ts';
import { DAY, HOUR, MINUTE } from '../shared/time-units.ts';
import type { NewConnection } from '../store/connections/connections.ts';
import type { Store } from '../store/store.ts';
import { openOutageMails } from './outage-mails.ts';

function outageMailsOn(store: Store, more: Partial<Parameters<typeof openOutageMails>[0]> = {}) {
  const clock = { at: 10 * DAY };
  const outageMails = openOutageMails({
    store,
    publicUrl: 'https://tealight.example.org',
    typeOf: (source) => (source === 'nightScout' ? 'nightScout' : 'dexcom'),
    selfHostedSources: ['nightScout'],
    flushOutbox: () => {},
    log: { error() {}, warn() {}, info() {} },
    now: () => clock.at,
    ...more,
  });
  const connect = async (state: Partial<NewConnection>) => {
    const wearerId = await newWearer(store);
    await store.connections.save(connected(wearerId, { since: clock.at, ...state }), clock.at);
    return wearerId;
  };
  const mails = async () =>
    (await store.outbox.claim(100, 0, clock.at)).map(({ subject, text }) => ({ subject, text }));
  return { ...outageMails, clock, connect, mails };
}

const needingWearer = (errorCode: SourceErrorCode) => ({ state: 'error', errorCode, nextAt: null }) as const;

describe('the email about an outage', () => {
  eachEngine((open) => {
    test('says once what is wrong and what to do, with any number of nodes', async () => {
      const store = await open();
      const { writeDue, clock, connect, mails } = outageMailsOn(store);
      await connect(needingWearer('wrong-login'));
      await writeDue();
      expect(await mails()).toEqual([]);
      clock.at += 15 * MINUTE;
      await Promise.all([writeDue(), writeDue()]);
      clock.at += DAY;
      await writeDue();
      const written = await mails();
      expect(written.map(({ subject }) => subject)).toEqual(['Nightscout has stopped sending readings']);
      expect(written[0]?.text).toContain('did not accept this API secret');
      expect(written[0]?.text).toContain('https://tealight.example.org/');
    });

    test('that cannot be written keeps nobody else from theirs', async () => {
      const { writeDue, clock, connect, mails } = outageMailsOn(await open(), {
        typeOf: (source) => {
          if (source === 'removed') throw new Error('There is no such source');
          return 'dexcom';
        },
      });
      await connect({ ...needingWearer('wrong-login'), source: 'removed' });
      clock.at += 1;
      await connect(needingWearer('wrong-login'));
      clock.at += 15 * MINUTE;
      await writeDue();
      expect(await mails()).toHaveLength(1);
    });

    test('is written for a self-hosted site only when it has been unreachable for long', async () => {
      const { writeDue, clock, connect, mails } = outageMailsOn(await open());
      await connect({ state: 'error', errorCode: 'unreachable' });
      clock.at += 11 * HOUR;
      await writeDue();
      expect(await mails()).toEqual([]);
      clock.at += HOUR;
      await writeDue();
      expect(await mails()).toHaveLength(1);
    });

    test.each(['unreachable', 'too-many-calls', 'unreadable', 'session-over', 'locked-out'] as const)(
      'is not written for a vendor’s %s',
      async (errorCode) => {
        const { writeDue, clock, connect, mails } = outageMailsOn(await open());
        await connect({ source: 'dexcom', state: 'error', errorCode, nextAt: clock.at });
        clock.at += 7 * DAY;
        await writeDue();
        expect(await mails()).toEqual([]);
      },
    );

    test.each([
      ['locked-out', null],
      ['not-shared', 5],
    ] as const)(
      'is written for %s with a next try at %s, which the wearer has to fix',
      async (errorCode, nextAt) => {
        const { writeDue, clock, connect, mails } = outageMailsOn(await open());
        await connect({ source: 'dexcom', state: 'error', errorCode, nextAt });
        clock.at += 15 * MINUTE;
        await writeDue();
        expect((await mails())[0]?.text).toContain(errorTextOf(errorCode, 'dexcom'));
      },
    );

    test('[CON-6] says of a sign-in at Dexcom that has ended to sign in there again', async () => {
      const { writeDue, clock, connect, mails } = outageMailsOn(await open());
      await connect({ source: 'dexcomApi', ...needingWearer('wrong-login') });
      clock.at += 15 * MINUTE;
      await writeDue();
      const [mail] = await mails();
      expect(mail?.text).toContain('Sign in at Dexcom again');
      expect(mail?.text).not.toContain('did not accept this login');
    });

    test('is not written for a wearer who has switched it off, until it is switched on', async () => {
      const store = await open();
      const { writeDue, clock, connect, mails } = outageMailsOn(store);
      const wearerId = await connect(needingWearer('needs-human'));
      const { accountId = 0 } = (await store.wearers.byId(wearerId)) ?? {};
      await store.mailSettings.save(accountId, { lostSource: false });
      clock.at += DAY;
      await writeDue();
      expect(await mails()).toEqual([]);
      await store.mailSettings.save(accountId, { lostSource: true });
      await writeDue();
      expect(await mails()).toHaveLength(1);
    });

    test('is not written for a connection that is fine, silent or off, and is written again for the next outage', async () => {
      const store = await open();
      const { writeDue, clock, connect, mails } = outageMailsOn(store);
      await connect({ state: 'fine' });
      await connect({ state: 'silent' });
      await connect({ state: 'off' });
      const wearerId = await connect(needingWearer('person-gone'));
      clock.at += DAY;
      await writeDue();
      await store.connections.save(
        connected(wearerId, { ...needingWearer('person-gone'), since: clock.at }),
        clock.at,
      );
      clock.at += DAY;
      await writeDue();
      expect(await mails()).toHaveLength(2);
    });
  });
});
