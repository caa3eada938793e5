import type { VisibleWearer } from '../../store/accounts/visible-wearers.ts';

type VisibilityStore = {
  of(accountId: number): Promise<readonly Pick<VisibleWearer, 'id' | 'publicId'>[]>;
  accountsOf(wearerId: number): Promise<readonly number[]>;
};

/** Arrays, since a wearer has few followers and there are very many wearers: a small map takes some 180 bytes. */
type SeenWearer = { readonly publicId: string; accounts: readonly number[] };

/** The wearers that an account may see. `readNumber`: of the read that found them, in the order of their beginnings. */
type VisibleToAccount = { wearerIds: readonly number[]; readNumber: number };

/**
 * Which of the accounts with an open stream may see which wearers. Found by wearer, since every reading of every wearer
 * asks for it. The methods that read throw when the store fails.
 */
export function openVisibility(store: VisibilityStore) {
  const wearersOf = new Map<number, VisibleToAccount>();
  const seen = new Map<number, SeenWearer>();
  let reads = 0;

  const remove = (accountId: number) => {
    for (const wearerId of wearersOf.get(accountId)?.wearerIds ?? []) {
      const wearer = seen.get(wearerId);
      if (wearer === undefined) continue;
      wearer.accounts = wearer.accounts.filter((id) => id !== accountId);
      if (wearer.accounts.length === 0) seen.delete(wearerId);
    }
    wearersOf.delete(accountId);
  };
  /** Reads what an account may see. What an older read finds never replaces what a newer one found. */
  const read = async (accountId: number, isWanted: () => boolean): Promise<void> => {
    reads += 1;
    const readNumber = reads;
    const wearers = await store.of(accountId);
    const newest = wearersOf.get(accountId)?.readNumber ?? 0;
    if (!isWanted() || newest > readNumber) return;
    remove(accountId);
    wearersOf.set(accountId, { wearerIds: wearers.map(({ id }) => id), readNumber });
    for (const { id, publicId } of wearers) {
      const wearer = seen.get(id);
      if (wearer === undefined) seen.set(id, { publicId, accounts: [accountId] });
      // Not `[...accounts, accountId]`, for which V8 reserves space for 16 more.
      else wearer.accounts = wearer.accounts.concat(accountId);
    }
  };
  /** Reads again what an account may see, unless it was removed meanwhile: its last stream has closed. */
  const refresh = (accountId: number): Promise<void> => read(accountId, () => wearersOf.has(accountId));
  return {
    add: (accountId: number): Promise<void> => read(accountId, () => true),
    refresh,
    remove,
    /** The wearer's public id, and the accounts. They stay as they are when rights change. */
    seeing: (wearerId: number): Readonly<SeenWearer> | null => {
      const wearer = seen.get(wearerId);
      return wearer === undefined ? null : { ...wearer };
    },
    /** The wearers that an account could see when that was last read. */
    of: (accountId: number): Readonly<SeenWearer>[] =>
      (wearersOf.get(accountId)?.wearerIds ?? []).flatMap((id) => seen.get(id) ?? []),
    /** Reads again what those accounts may see that could see the wearer, or can now. */
    async reload(wearerId: number): Promise<void> {
      const now = await store.accountsOf(wearerId);
      const known = new Set([...(seen.get(wearerId)?.accounts ?? []), ...now]);
      for (const accountId of known) if (wearersOf.has(accountId)) await refresh(accountId);
    },
  };
}
