import { hashKey, type QueryCacheNotifyEvent, queryOptions, useQuery } from '@tanstack/react-query';
import { type ListedWearer, listWearers, type ReplyOf, type Right, wearerGlances } from '@tealight/contract';
import { useDeferredValue, useSyncExternalStore } from 'react';
import { call, POLL_TIMEOUT_MS } from '../call.ts';
import { session } from '../session.ts';
import { useAnswer } from '../use-answer.ts';
import { accountClient } from './query-clients.ts';
import { keepSelected, loseWearer, type ShownWearer, shownWearer, useShownWearer } from './shown-wearer.ts';

export type ListedWearers = ReplyOf<typeof listWearers>;

/** While the list cannot be loaded, it is asked for again after so many milliseconds. */
const RETRY_MS = 10_000;

/**
 * The local storage key that says whether this session's account sees more than one wearer: `yes`, `no`, or nothing
 * until its first list has arrived. boot.js reads it.
 */
const severalKey = 'tealight-several-wearers';
/** Whom the list has named, for what is said of somebody who is not in it any more. */
export type KnownWearer = { name: string; isOwn: boolean };
const known = new Map<string, KnownWearer>();

/** Whose readings the account may see. */
export const wearersQuery = queryOptions({
  queryKey: [listWearers.path],
  queryFn: async ({ signal }) => {
    const list = await call(listWearers, { signal, timeoutMs: POLL_TIMEOUT_MS });
    if (!signal.aborted) follow(list);
    return list;
  },
  refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
});

/** The current reading and the state of everybody in the list. */
export const glancesQuery = queryOptions({
  queryKey: [wearerGlances.path],
  queryFn: async ({ signal }) => (await call(wearerGlances, { signal, timeoutMs: POLL_TIMEOUT_MS })).glances,
});

/** Whether names are needed: there is somebody besides the account's own wearer. */
const isSeveral = ({ wearers }: ListedWearers): boolean =>
  wearers.length > 1 || wearers.some(({ role }) => role !== 'owner');

/** What a new list means for the page: who is selected, or that who is shown is not there any more. */
function follow(list: ListedWearers): void {
  const several = isSeveral(list);
  rememberSeveral(several);
  for (const wearer of list.wearers)
    known.set(wearer.id, { name: nameOf(wearer), isOwn: wearer.role === 'owner' });
  const { id, isLost } = shownWearer();
  const isListed = list.wearers.some((wearer) => wearer.id === (id ?? list.selected));
  if (isLost) return;
  if (!isListed) loseWearer(id);
  // What was loaded before the list may be of the one who was selected then.
  else if (id === null) keepSelected(list.selected, { reload: several });
}

/** The name by which the reader knows a wearer. */
export const nameOf = ({ alias, name }: ListedWearer): string => alias ?? name;

/** Somebody who was listed before; null for others. */
export const knownWearer = (id: string): KnownWearer | null => known.get(id) ?? null;

function rememberSeveral(several: boolean): void {
  try {
    localStorage.setItem(severalKey, several ? 'yes' : 'no');
  } catch {
    // Without storage, every page waits for the list.
  }
}

function forgetSeveral(): void {
  try {
    localStorage.removeItem(severalKey);
  } catch {
    // Without storage, nothing was remembered.
  }
}

/** Before the list is loaded: whether one of this session has said that there is only the account's own wearer. */
function isKnownAlone({ base }: ShownWearer, data: ListedWearers | undefined): boolean {
  if (data !== undefined || base !== '') return false;
  try {
    return localStorage.getItem(severalKey) === 'no';
  } catch {
    return false;
  }
}

session.onChange(() => {
  known.clear();
  forgetSeveral();
});

const listHash = hashKey(wearersQuery.queryKey);

/** Nothing else changes the list; React forbids what other events, which come while it renders, would cause. */
const changes: ReadonlySet<string> = new Set([
  'updated',
  'removed',
] satisfies QueryCacheNotifyEvent['type'][]);

function onList(listener: () => void): () => void {
  return accountClient.getQueryCache().subscribe(({ query, type }) => {
    if (query.queryHash === listHash && changes.has(type)) listener();
  });
}

/**
 * The list, where it is loaded. Most components need it: as observers of its query all of them would be rendered
 * again when it begins to load.
 */
export const useListOfWearers = (): ListedWearers | undefined =>
  useSyncExternalStore(onList, () => accountClient.getQueryData(wearersQuery.queryKey));

/** The wearer whom the page shows, as far as the list is loaded. */
export type WearerOnPage = {
  listed: ListedWearer | null;
  /** Stands first on everything; null where the account sees its only own wearer and nobody else. */
  name: string | null;
  /** Whether somebody else owns the data: sentences in the second person would be wrong. */
  isFollowed: boolean;
  /** Whether the reader is known to own the data; false while the list says nothing of it. */
  isOwn: boolean;
  may: (right: Right) => boolean;
};

/** The wearer whom the page shows, and what the reader may do. */
export function useWearer(): WearerOnPage {
  const shown = useShownWearer();
  const data = useListOfWearers();
  const listed = data?.wearers.find((wearer) => wearer.id === shown.id) ?? null;
  return {
    listed,
    name: listed !== null && data !== undefined && isSeveral(data) ? nameOf(listed) : null,
    isFollowed: listed !== null && listed.role !== 'owner',
    isOwn: listed?.role === 'owner' || isKnownAlone(shown, data),
    may: (right) => listed === null || listed.rights.includes(right),
  };
}

/** Everybody to choose among; empty where there is no choice. */
export function useWearerChoice(): readonly ListedWearer[] {
  const { id } = useShownWearer();
  const data = useListOfWearers();
  if (data === undefined || !isSeveral(data)) return [];
  return data.wearers.filter((wearer) => wearer.isShown || wearer.id === id);
}

/**
 * Loads the list. `ready`: it is known who is shown. An account whose last list in this session named nobody else need
 * not wait for the next one; after a sign-in, every account waits.
 */
export function useLoadedWearers(): { state: 'ready' | 'loading' | 'failed'; refetch: () => void } {
  const shown = useShownWearer();
  const { data, isError, refetch } = useAnswer(useQuery(wearersQuery, accountClient));
  const isListed = data?.wearers.some((wearer) => wearer.id === shown.id) ?? false;
  const isReady = isListed || shown.isLost || isKnownAlone(shown, data);
  // A page whose code has to be loaded replaces what is there once it is loaded: the frame never goes blank.
  const wasReady = useDeferredValue(isReady);
  if (isReady) return { state: wasReady ? 'ready' : 'loading', refetch };
  return { state: isError ? 'failed' : 'loading', refetch };
}
