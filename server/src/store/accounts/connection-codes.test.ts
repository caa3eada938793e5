import { createHash } from 'node:crypto';
import { CODE_LENGTH, showCode } from '@tealight/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eachEngine } from '../../../test/engines.ts';
import { openFollows } from '../../../test/followers/follows.ts';
import { newWearer } from '../../../test/wearers.ts';
import { openDatabase } from '../open-database.ts';
import { newCode } from './new-code.ts';

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
const form = new RegExp(`^[0-9a-hjkmnp-tv-z]{${CODE_LENGTH}}$`);

describe('connection codes', () => {
  eachEngine((open, newPlace) => {
    const opened = async () => {
      const place = await newPlace('migrated');
      const store = await open(place);
      const ada = await newWearer(store);
      const ownersCode = (await store.wearers.byId(ada))?.code ?? '';
      const follows = await openFollows(store, place);
      onTestFinished(async () => {
        await follows[Symbol.asyncDispose]();
        await store[Symbol.asyncDispose]();
      });
      return { store, place, ada, ownersCode, follows };
    };

    test('[PPL-31] the owner’s code and each follower’s own open the same wearer, and say whose they are', async () => {
      const { store, ada, ownersCode, follows } = await opened();
      const [ben, cleo] = [await follows.add(ada), await follows.add(ada)];
      const bens = await store.codes.ensure(ada, ben);
      const cleos = await store.codes.ensure(ada, cleo);
      expect([bens?.code, cleos?.code]).toEqual([expect.stringMatching(form), expect.stringMatching(form)]);
      expect(new Set([ownersCode, bens?.code, cleos?.code]).size).toBe(3);
      const owners = { wearerId: ada, code: ownersCode, accountId: null };
      const followers = { wearerId: ada, code: bens?.code, accountId: ben };
      expect(await store.codes.find(ownersCode)).toEqual(owners);
      expect(await store.codes.find(bens?.code ?? '')).toEqual(followers);
      expect(await store.codes.find('0000000000')).toBeNull();
      expect(await store.codes.of(ada)).toHaveLength(3);
      expect(await store.codes.of(ada)).toEqual(expect.arrayContaining([owners, followers]));
    });

    test('[PPL-31] a follower’s code is made when it is first asked for, once', async () => {
      const { store, ada, follows } = await opened();
      const ben = await follows.add(ada);
      expect(await store.codes.of(ada)).toHaveLength(1);
      const made = await Promise.all(Array.from({ length: 5 }, () => store.codes.ensure(ada, ben)));
      expect(new Set(made.map((one) => one?.code)).size).toBe(1);
      expect(made.filter((one) => one?.isNew)).toHaveLength(1);
      expect(await store.codes.ensure(ada, ben)).toEqual({ code: made[0]?.code, isNew: false });
    });

    test.each(['see-now', '', 'see-now,lamps-too', 'no-lamps', 'xlamps,lampsx'])(
      '[PPL-31] without the right to have lamps there is no code: %s',
      async (rights) => {
        const { store, ada, follows } = await opened();
        const ben = await follows.add(ada, rights);
        expect(await store.codes.ensure(ada, ben)).toBeNull();
        expect(await store.codes.renew(ada, ben)).toBeNull();
        expect(await store.codes.ensure(ada, 987_654)).toBeNull();
        expect(await store.codes.of(ada)).toHaveLength(1);
      },
    );

    test.each(['lamps', 'lamps,see-now', 'see-now,lamps', 'see-now,lamps,invite'])(
      '[PPL-24] a follower’s code opens nothing from the moment at which the right is gone: %s',
      async (rights) => {
        const { store, ada, follows } = await opened();
        const ben = await follows.add(ada, rights);
        const { code } = (await store.codes.ensure(ada, ben)) ?? { code: '' };
        await store.codeHashes.hashNewCodes();
        expect(await store.codes.find(code)).not.toBeNull();
        expect(await store.codeHashes.findByHash(sha1(code))).not.toBeNull();
        await follows.saveRights(ada, ben, rights.replace('lamps', 'see-day'));
        expect(await store.codes.find(code)).toBeNull();
        expect(await store.codeHashes.findByHash(sha1(code))).toBeNull();
        expect(await store.codes.ofWearers([ada])).toHaveLength(1);
      },
    );

    test('[PPL-24] a code that has ended does not come back with the right', async () => {
      const { store, ada, follows } = await opened();
      const ben = await follows.add(ada);
      const { code } = (await store.codes.ensure(ada, ben)) ?? { code: '' };
      await follows.saveRights(ada, ben, 'see-now');
      expect(await store.codes.end(ada, ben)).toBe(code);
      expect(await store.codes.end(ada, ben)).toBeNull();
      await follows.saveRights(ada, ben, 'see-now,lamps');
      expect(await store.codes.find(code)).toBeNull();
      expect((await store.codes.ensure(ada, ben))?.code).not.toBe(code);
    });

    test('[PPL-24] a code goes with the follow, with the follower’s account and with the wearer', async () => {
      const { store, ada, follows } = await opened();
      const codes: string[] = [];
      const add = async () => {
        const account = await follows.add(ada);
        codes.push((await store.codes.ensure(ada, account))?.code ?? '');
        return account;
      };
      const [ben, cleo] = [await add(), await add()];
      await add();
      const living = async () => (await Promise.all(codes.map(store.codes.find))).map((one) => one !== null);
      await follows.remove(ada, ben);
      expect(await living()).toEqual([false, true, true]);
      await store.accounts.remove(cleo);
      expect(await living()).toEqual([false, false, true]);
      await store.accounts.remove((await store.wearers.byId(ada))?.accountId ?? 0);
      expect(await living()).toEqual([false, false, false]);
      expect(await store.codes.of(ada)).toEqual([]);
    });

    test('[PPL-32] a new code replaces one’s own only', async () => {
      const { store, ada, ownersCode, follows } = await opened();
      const [ben, cleo] = [await follows.add(ada), await follows.add(ada)];
      const bens = await store.codes.ensure(ada, ben);
      const cleos = await store.codes.ensure(ada, cleo);
      const renewed = await store.codes.renew(ada, ben);
      expect(await store.codes.find(bens?.code ?? '')).toBeNull();
      expect(await store.codes.find(renewed ?? '')).toMatchObject({ accountId: ben });
      expect(await store.codes.find(cleos?.code ?? '')).toMatchObject({ accountId: cleo });
      expect(await store.codes.find(ownersCode)).toMatchObject({ accountId: null });
      await store.wearers.renewCode(ada);
      expect(await store.codes.find(ownersCode)).toBeNull();
      expect(await store.codes.find(renewed ?? '')).toMatchObject({ accountId: ben });
    });

    test('[PPL-31] a code that an owner or a follower has is never given again', async () => {
      const { store, place, ada, ownersCode, follows } = await opened();
      const ben = await follows.add(ada);
      const bens = (await store.codes.ensure(ada, ben))?.code ?? '';
      await using database = await openDatabase(place, { onWrite() {}, onFault() {} });
      const drawn = [ownersCode, bens, ownersCode, 'zzzzzzzzzz', 'yyyyyyyyyy'];
      expect(await newCode(database.db, () => drawn.shift() ?? '')).toBe('zzzzzzzzzz');
      expect(drawn).toEqual(['yyyyyyyyyy']);
    });

    test('[PPL-31] followers’ codes are found by their hashes, in each form; those of codes that are gone are removed', async () => {
      const { store, place, ada, ownersCode, follows } = await opened();
      const [ben, cleo] = [await follows.add(ada), await follows.add(ada)];
      const bens = (await store.codes.ensure(ada, ben))?.code ?? '';
      await store.codeHashes.hashNewCodes();
      const cleos = (await store.codes.ensure(ada, cleo))?.code ?? '';
      await store.codeHashes.hashNewCodes();
      for (const [code, accountId] of [
        [bens, ben],
        [cleos, cleo],
        [ownersCode, null],
      ] as const) {
        for (const text of [code, showCode(code), code.toUpperCase(), showCode(code).toUpperCase()]) {
          expect(await store.codeHashes.findByHash(sha1(text))).toEqual({ wearerId: ada, code, accountId });
        }
      }
      const renewed = (await store.codes.renew(ada, ben)) ?? '';
      expect(await store.codeHashes.findByHash(sha1(bens))).toBeNull();
      await store.codeHashes.hashNewCodes();
      expect(await store.codeHashes.findByHash(sha1(renewed))).toMatchObject({ accountId: ben });
      expect(await store.codeHashes.findByHash(sha1(cleos))).toMatchObject({ accountId: cleo });
      await using database = await openDatabase(place, { onWrite() {}, onFault() {} });
      const rows = await database.db.selectFrom('code_hashes').select('code').distinct().execute();
      expect(rows.map(({ code }) => code).sort()).toEqual([ownersCode, renewed, cleos].sort());
    });
  });
});
