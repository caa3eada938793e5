import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { byAddress, openAtVersion, wearerIn } from '../../test/stores/older-store.ts';
import { migrations } from './migrations/index.ts';

const before = migrations.findIndex(({ name }) => name === '022-share-link-makers');

describe('share links of an earlier version', () => {
  eachEngine((open, newLocation) => {
    test('[PPL-29] belong to who is on record as having made them, or to nobody', async () => {
      const location = await byAddress(await newLocation());
      const old = await openAtVersion(location, before);
      const wearerId = await wearerIn(old, before);
      for (const [by, at] of [
        [7, 1000],
        [8, 2000],
      ] as const) {
        await sql`insert into audit_entries (wearer_id, at, kind, by_account, detail)
          values (${wearerId}, ${at}, 'link-made', ${by}, '{}')`.execute(old);
      }
      for (const at of [900, 1001, 2000]) {
        await sql`insert into share_links (wearer_id, token_hash, name, scope, made_at)
          values (${wearerId}, ${`hash ${at}`}, 'School', 'now', ${at})`.execute(old);
      }
      await old.destroy();
      const links = await (await open(location)).shareLinks.of(wearerId, 5000);
      expect(links.map(({ madeAt, madeBy }) => [madeAt, madeBy])).toEqual([
        [2000, 8],
        [1001, 7],
        [900, null],
      ]);
    });
  });
});
