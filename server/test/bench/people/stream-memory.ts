import { openVisibility } from '../../../src/routes/people/visibility.ts';
import { visibleWearerStore } from '../../../src/store/accounts/visible-wearers.ts';
import type { Db } from '../../../src/store/db.ts';

/** `seen`: the pairs of an account and a wearer whom it sees, own or followed. */
export type StreamMemory = { bytes: number; seen: number };

/** The memory in which a node keeps who sees whom while every account has a stream open. Needs `--expose-gc`. */
export async function measureStreamMemory(db: Db, accounts: number): Promise<StreamMemory> {
  const store = visibleWearerStore(db);
  let seen = 0;
  const counting = {
    accountsOf: store.accountsOf,
    async of(accountId: number) {
      const wearers = await store.of(accountId);
      seen += wearers.length;
      return wearers;
    },
  };
  // The first accounts compile the query, which stays.
  await store.of(1);
  const before = usedHeap();
  const visibility = openVisibility(counting);
  for (let id = 1; id <= accounts; id += 1) await visibility.add(id);
  const bytes = usedHeap() - before;
  // Still in use, so that it is not collected before.
  visibility.remove(0);
  return { bytes, seen };
}

function usedHeap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
