import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { eachEngine } from '../engines.ts';
import type { PeopleStore } from './people-store.ts';

const program = fileURLToPath(new URL('people-store.ts', import.meta.url));
/** As few as give every account three different wearers to follow. */
const ACCOUNTS = 100;

eachEngine((open, newLocation) => {
  test('[PPL-5] [PPL-14] the bench of many accounts fills a migrated store in which everybody sees own and followed wearers', async () => {
    const location = await newLocation();
    const child = fork(program, [JSON.stringify(location), String(ACCOUNTS)], { execArgv: ['--expose-gc'] });
    const exit = once(child, 'exit');
    const [found]: PeopleStore[] = await Promise.race([once(child, 'message'), exit]);
    await exit;
    expect(found).toMatchObject({ accounts: ACCOUNTS, wearers: 150, follows: 3 * ACCOUNTS + 5 });
    const store = await open(location);
    const visible = await store.visibleWearers.of(1);
    expect(visible.map(({ role }) => role)).toEqual([
      ...Array<string>(2).fill('owner'),
      ...Array<string>(8).fill('follower'),
    ]);
    const statuses = await store.connections.ofAll(visible.map(({ id }) => id));
    expect(statuses.map(({ wearerId }) => wearerId).sort((one, other) => one - other)).toEqual(
      visible.map(({ id }) => id).sort((one, other) => one - other),
    );
    expect(await store.visibleWearers.of(ACCOUNTS)).toHaveLength(4);
    expect(await store.visibleWearers.count(1)).toEqual({ own: 2, followed: 8 });
  });
});
