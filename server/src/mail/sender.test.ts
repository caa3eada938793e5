import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../shared/time-units.ts';
import type { Store } from '../store/store.ts';
import { openMailSender, retryAfterMs } from './sender.ts';
import { type Mail, type MailTransport, Undeliverable } from './transport.ts';

const mail = { recipient: 'ada@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello' };

/** A transport that calls `onDeliver`, which may throw, and lists the ids of accepted emails. */
function fakeTransport(onDeliver: (mail: Mail) => void = () => {}) {
  const accepted: number[] = [];
  const transport: MailTransport = {
    async deliver(delivered) {
      onDeliver(delivered);
      accepted.push(delivered.id);
    },
    [Symbol.asyncDispose]: async () => {},
  };
  return { transport, accepted };
}

function startSender(store: Pick<Store, 'outbox'>, transport: MailTransport) {
  const clock = { at: HOUR };
  const logged: string[] = [];
  const write = (line: object) => void logged.push(JSON.stringify(line));
  const sender = openMailSender({
    outbox: store.outbox,
    transport,
    now: () => clock.at,
    log: { info: write, warn: write, error: write },
  });
  const run = async () => {
    sender.flushOutbox();
    await sender.idle();
  };
  return { clock, logged, run, close: () => sender[Symbol.asyncDispose]() };
}

describe('sending mail', () => {
  eachEngine((open) => {
    test('an email is sent once, and then removed', async () => {
      const store = await open();
      const { transport, accepted } = fakeTransport();
      const { run, close } = startSender(store, transport);
      await store.outbox.put(mail, 1);
      await Promise.all([run(), run()]);
      await run();
      await close();
      expect([accepted.length, await store.outbox.waiting()]).toEqual([1, 0]);
    });

    test('a slow node does not postpone an email that another node is sending', async () => {
      const { outbox } = await open();
      await outbox.put(mail, 1);
      const [slow] = await outbox.claim(1, MINUTE, 1);
      const [other] = await outbox.claim(1, MINUTE, 1 + MINUTE);
      expect([slow?.tries, other?.tries]).toEqual([1, 2]);
      await outbox.postpone(slow ?? { id: 0, tries: 0 }, 1 + MINUTE);
      expect(await outbox.claim(1, MINUTE, 2 + MINUTE)).toEqual([]);
    });

    test('[OPS-3] a mail server that is gone is one line in the log however many emails wait, and one when it is back', async () => {
      const store = await open();
      let isDown = true;
      const { transport } = fakeTransport(() => {
        if (isDown) throw new Undeliverable(false, Object.assign(new Error('down'), { code: 'ECONNECTION' }));
      });
      const { clock, logged, run, close } = startSender(store, transport);
      for (let number = 0; number < 3; number += 1) await store.outbox.put(mail, clock.at);
      await run();
      isDown = false;
      clock.at += MINUTE;
      await run();
      await close();
      const events = logged.map((line) => JSON.parse(line) as { event: string; from?: string });
      expect(events.map(({ event, from }) => [event, from ?? null])).toEqual([
        ['mail-delayed', null],
        ['recovered', 'mail-delayed'],
      ]);
    });

    test('a rejected email is sent again with growing pauses, also after a restart', async () => {
      const store = await open();
      let down = true;
      const { transport, accepted } = fakeTransport(() => {
        if (down)
          throw new Undeliverable(
            false,
            Object.assign(new Error('450 for ada@example.org'), { responseCode: 450 }),
          );
      });
      const first = startSender(store, transport);
      await store.outbox.put(mail, first.clock.at);
      await first.run();
      first.clock.at += 15 * SECOND - 1;
      await first.run();
      expect(first.logged).toHaveLength(1);
      expect(first.logged[0]).toContain('"reply":450');
      expect(first.logged.join()).not.toContain('ada@');
      await first.close();

      down = false;
      const second = startSender(store, transport);
      second.clock.at += 15 * SECOND;
      await second.run();
      await second.close();
      expect([accepted.length, await store.outbox.waiting()]).toEqual([1, 0]);
    });

    test('an accepted email is never sent again, even when it could not be removed', async () => {
      const store = await open();
      const { transport, accepted } = fakeTransport();
      let broken = true;
      const remove = async (id: number) => {
        if (broken) throw new Error('the store does not answer');
        await store.outbox.remove(id);
      };
      const { clock, run, close } = startSender({ outbox: { ...store.outbox, remove } }, transport);
      await store.outbox.put(mail, clock.at);
      await run();
      broken = false;
      clock.at += 10 * MINUTE;
      await run();
      await close();
      expect([accepted.length, await store.outbox.waiting()]).toEqual([1, 0]);
    });

    test('several nodes send each email once', async () => {
      const store = await open();
      const { transport, accepted } = fakeTransport();
      for (let index = 0; index < 25; index += 1) await store.outbox.put(mail, 1);
      const nodes = [
        startSender(store, transport),
        startSender(store, transport),
        startSender(store, transport),
      ];
      await Promise.all(nodes.map(({ run }) => run()));
      await Promise.all(nodes.map(({ close }) => close()));
      expect([accepted.length, new Set(accepted).size]).toEqual([25, 25]);
    });

    test('another node sends the email of a node that dies', async () => {
      const store = await open();
      await store.outbox.put(mail, 1);
      await store.outbox.claim(10, 5 * MINUTE, HOUR);
      const { transport, accepted } = fakeTransport();
      const { clock, run, close } = startSender(store, transport);
      await run();
      expect(accepted).toHaveLength(0);
      clock.at += 5 * MINUTE;
      await run();
      await close();
      expect(accepted).toHaveLength(1);
    });

    test('an email that can never arrive is given up at once, others after a day', async () => {
      const store = await open();
      let permanent = true;
      const { transport } = fakeTransport(() => {
        throw new Undeliverable(permanent, new Error('no such mailbox'));
      });
      const { clock, run, close } = startSender(store, transport);
      await store.outbox.put(mail, clock.at);
      await run();
      expect(await store.outbox.waiting()).toBe(0);
      permanent = false;
      await store.outbox.put(mail, clock.at);
      await run();
      expect(await store.outbox.waiting()).toBe(1);
      for (let hour = 0; hour < 24; hour += 1) {
        clock.at += HOUR;
        await run();
        expect(await store.outbox.waiting()).toBe(1);
      }
      clock.at += HOUR;
      await run();
      await close();
      expect(await store.outbox.waiting()).toBe(0);
    });

    test('an email is not given up because the clock jumped ahead, and is sent after it was set back', async () => {
      const store = await open();
      let isDown = true;
      const { transport, accepted } = fakeTransport(() => {
        if (isDown) throw new Undeliverable(false, new Error('down'));
      });
      const { clock, run, close } = startSender(store, transport);
      await store.outbox.put(mail, clock.at);
      await run();
      clock.at += 400 * DAY;
      await store.outbox.put(mail, clock.at + MINUTE);
      await run();
      await store.outbox.put(mail, clock.at);
      await store.outbox.claim(1, 5 * MINUTE, clock.at);
      expect(await store.outbox.waiting()).toBe(3);
      isDown = false;
      clock.at -= 400 * DAY;
      await run();
      await close();
      expect([accepted.length, await store.outbox.waiting()]).toEqual([3, 0]);
    });
  });

  test('the pause doubles from 15 s to an hour', () => {
    expect([1, 2, 3, 20].map(retryAfterMs)).toEqual([15 * SECOND, 30 * SECOND, MINUTE, HOUR]);
  });
});
