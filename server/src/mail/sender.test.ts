import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import type { Store } from '../store/store.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../times.ts';
import { type Mail, type Post, Undeliverable } from './mailbox.ts';
import { openMailSender, retryAfter } from './sender.ts';

const letter = { recipient: 'ada@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello' };

/** A post office that does what it is told, and remembers what it took. */
function postOffice(answer: (mail: Mail) => void = () => {}) {
  const taken: number[] = [];
  const post: Post = {
    async deliver(mail) {
      answer(mail);
      taken.push(mail.id);
    },
    [Symbol.asyncDispose]: async () => {},
  };
  return { post, taken };
}

function sending(store: Pick<Store, 'outbox'>, post: Post) {
  const clock = { at: HOUR };
  const said: string[] = [];
  const say = (line: object) => void said.push(JSON.stringify(line));
  const sender = openMailSender({
    outbox: store.outbox,
    post,
    now: () => clock.at,
    log: { info: say, warn: say, error: say },
  });
  const run = async () => {
    sender.knock();
    await sender.idle();
  };
  return { clock, said, run, close: () => sender[Symbol.asyncDispose]() };
}

describe('sending mail', () => {
  eachEngine((open) => {
    test('a letter is sent once and leaves nothing behind', async () => {
      const store = await open();
      const { post, taken } = postOffice();
      const { run, close } = sending(store, post);
      await store.outbox.put(letter, 1);
      await Promise.all([run(), run()]);
      await run();
      await close();
      expect([taken.length, await store.outbox.waiting()]).toEqual([1, 0]);
    });

    test('a node that was slow does not give away what another node is sending', async () => {
      const { outbox } = await open();
      await outbox.put(letter, 1);
      const [slow] = await outbox.claim(1, MINUTE, 1);
      const [other] = await outbox.claim(1, MINUTE, 1 + MINUTE);
      expect([slow?.tries, other?.tries]).toEqual([1, 2]);
      await outbox.postpone(slow ?? { id: 0, tries: 0 }, 1 + MINUTE);
      expect(await outbox.claim(1, MINUTE, 2 + MINUTE)).toEqual([]);
    });

    test('a letter that was refused is tried again later and later, also after a restart', async () => {
      const store = await open();
      let down = true;
      const { post, taken } = postOffice(() => {
        if (down)
          throw new Undeliverable(
            false,
            Object.assign(new Error('450 for ada@example.org'), { responseCode: 450 }),
          );
      });
      const first = sending(store, post);
      await store.outbox.put(letter, first.clock.at);
      await first.run();
      first.clock.at += 15 * SECOND - 1;
      await first.run();
      expect(first.said).toHaveLength(1);
      expect(first.said[0]).toContain('"reply":450');
      expect(first.said.join()).not.toContain('ada@');
      await first.close();

      down = false;
      const second = sending(store, post);
      second.clock.at += 15 * SECOND;
      await second.run();
      await second.close();
      expect([taken.length, await store.outbox.waiting()]).toEqual([1, 0]);
    });

    test('a letter that was accepted is never sent again, even when it could not be struck out', async () => {
      const store = await open();
      const { post, taken } = postOffice();
      let broken = true;
      const remove = async (id: number) => {
        if (broken) throw new Error('the store is away');
        await store.outbox.remove(id);
      };
      const { clock, run, close } = sending({ outbox: { ...store.outbox, remove } }, post);
      await store.outbox.put(letter, clock.at);
      await run();
      broken = false;
      clock.at += 10 * MINUTE;
      await run();
      await close();
      expect([taken.length, await store.outbox.waiting()]).toEqual([1, 0]);
    });

    test('two nodes that look at once send each letter once', async () => {
      const store = await open();
      const { post, taken } = postOffice();
      for (let index = 0; index < 25; index += 1) await store.outbox.put(letter, 1);
      const nodes = [sending(store, post), sending(store, post), sending(store, post)];
      await Promise.all(nodes.map(({ run }) => run()));
      await Promise.all(nodes.map(({ close }) => close()));
      expect([taken.length, new Set(taken).size]).toEqual([25, 25]);
    });

    test('a node that dies while sending leaves the letter to another', async () => {
      const store = await open();
      await store.outbox.put(letter, 1);
      await store.outbox.claim(10, 5 * MINUTE, HOUR);
      const { post, taken } = postOffice();
      const { clock, run, close } = sending(store, post);
      await run();
      expect(taken).toHaveLength(0);
      clock.at += 5 * MINUTE;
      await run();
      await close();
      expect(taken).toHaveLength(1);
    });

    test('a letter that can never arrive is given up at once, others after a day', async () => {
      const store = await open();
      let permanent = true;
      const { post } = postOffice(() => {
        throw new Undeliverable(permanent, new Error('no such mailbox'));
      });
      const { clock, run, close } = sending(store, post);
      await store.outbox.put(letter, clock.at);
      await run();
      expect(await store.outbox.waiting()).toBe(0);
      permanent = false;
      await store.outbox.put(letter, clock.at);
      await run();
      expect(await store.outbox.waiting()).toBe(1);
      clock.at += DAY + HOUR;
      await run();
      await close();
      expect(await store.outbox.waiting()).toBe(0);
    });
  });

  test('the pause doubles from a quarter of a minute to an hour', () => {
    expect([1, 2, 3, 20].map(retryAfter)).toEqual([15 * SECOND, 30 * SECOND, MINUTE, HOUR]);
  });
});
