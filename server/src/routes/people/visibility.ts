import type { VisibleWearer } from '../../store/accounts/visible-wearers.ts';

type VisibilityStore = {
  of(accountId: number): Promise<readonly Pick<VisibleWearer, 'id' | 'publicId'>[]>;
  accountsOf(wearerId: number): Promise<readonly number[]>;
};

/**
 * Which of the accounts with an open stream may see which wearers. Found by wearer, since every reading of every wearer
 * asks for it. The methods that read throw when the store fails.
 */
export function openVisibility(store: VisibilityStore) {
  const wearersOf = new Map<number, readonly number[]>();
  /** By wearer: the accounts, each with the wearer's public id. */
  const accountsOf = new Map<number, Map<number, string>>();

  const remove = (accountId: number) => {
    for (const wearerId of wearersOf.get(accountId) ?? []) {
      const accounts = accountsOf.get(wearerId);
      accounts?.delete(accountId);
      if (accounts?.size === 0) accountsOf.delete(wearerId);
    }
    wearersOf.delete(accountId);
  };
  const write = (accountId: number, wearers: readonly Pick<VisibleWearer, 'id' | 'publicId'>[]) => {
    remove(accountId);
    wearersOf.set(
      accountId,
      wearers.map(({ id }) => id),
    );
    for (const { id, publicId } of wearers)
      accountsOf.set(id, (accountsOf.get(id) ?? new Map()).set(accountId, publicId));
  };
  /** Reads again what an account may see, unless it was removed meanwhile: its last stream has closed. */
  const refresh = async (accountId: number): Promise<void> => {
    const wearers = await store.of(accountId);
    if (wearersOf.has(accountId)) write(accountId, wearers);
  };
  return {
    async add(accountId: number): Promise<void> {
      write(accountId, await store.of(accountId));
    },
    refresh,
    remove,
    /** A copy: it stays as it is when rights change. */
    accountsSeeing: (wearerId: number): Map<number, string> => new Map(accountsOf.get(wearerId)),
    /** Reads again what those accounts may see that could see the wearer, or can now. */
    async reload(wearerId: number): Promise<void> {
      const now = await store.accountsOf(wearerId);
      const known = new Set([...(accountsOf.get(wearerId)?.keys() ?? []), ...now]);
      for (const accountId of known) if (wearersOf.has(accountId)) await refresh(accountId);
    },
  };
}
