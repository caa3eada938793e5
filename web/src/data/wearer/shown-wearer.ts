import { useSyncExternalStore } from 'react';
import { wearerPath } from '../../paths.ts';
import { session } from '../session.ts';

/** Whose readings the page shows. */
export type ShownWearer = {
  /** What the addresses of this page begin with: `/w/<id>`, or nothing where the session's selected wearer is shown. */
  readonly base: string;
  /** Sent with every call about a wearer; null until it is known who is selected. */
  readonly id: string | null;
  /** The right to see this wearer has ended: nobody is shown until somebody is chosen. */
  readonly isLost: boolean;
  /** Counts up when everything on the page is drawn again, from the data of another wearer. */
  readonly page: number;
};

type Listener = () => void;
const listeners = new Set<Listener>();
let shown: ShownWearer = { ...inAddress(), isLost: false, page: 0 };

/** The wearer that the address names; an address belongs to the account that is signed in, so it names nobody without a session. */
function inAddress(): Pick<ShownWearer, 'base' | 'id'> {
  const [base = '', id = null] = /^\/w\/([0-9a-z]{12})(?=\/|$)/.exec(location.pathname) ?? [];
  if (base === '' || session.token() !== null) return { base, id };
  forgetInAddress(base);
  return { base: '', id: null };
}

function forgetInAddress(base: string): void {
  const { pathname, search, hash } = location;
  history.replaceState(null, '', `${pathname.slice(base.length) || '/'}${search}${hash}`);
}

function change(next: Partial<ShownWearer>): void {
  shown = { ...shown, ...next };
  for (const listener of listeners) listener();
}

/** Shows who the address names: after it has changed outside the router. */
export function followAddress(): void {
  change({ ...inAddress(), isLost: false, page: shown.page + 1 });
}

/** Shows another wearer, at first on the dashboard. The way back leads to whom this page has shown. */
export function showWearer(id: string, { path = '/', replace = false } = {}): void {
  const address = `${wearerPath(id)}${path.slice(1)}`;
  if (replace) {
    history.replaceState(null, '', address);
  } else {
    const { pathname, search } = location;
    if (shown.base === '' && shown.id !== null && !shown.isLost)
      history.replaceState(null, '', `/w/${shown.id}${pathname}${search}`);
    history.pushState(null, '', address);
  }
  followAddress();
}

/**
 * Keeps showing the wearer who is selected now, whatever is selected later in another tab. `reload`: what was loaded
 * before may be of somebody else.
 */
export function keepSelected(id: string, { reload }: { reload: boolean }): void {
  change({ id, page: shown.page + (reload ? 1 : 0) });
}

/** The server no longer shows this wearer. Ignored unless the page shows them; null: the selected one. */
export function loseWearer(id: string | null): void {
  const isShown = id === null ? shown.base === '' : id === shown.id;
  if (isShown && !shown.isLost) change({ isLost: true, page: shown.page + 1 });
}

export const shownWearer = (): ShownWearer => shown;

/** Calls the listener after each change. Returns the function that removes it. */
export function onShownWearer(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whose readings the page shows. */
export const useShownWearer = (): ShownWearer => useSyncExternalStore(onShownWearer, shownWearer);

/** One part of it: a component that uses no other is rendered again only when this one changes. */
export const useShown = <Part extends keyof ShownWearer>(part: Part): ShownWearer[Part] =>
  useSyncExternalStore(onShownWearer, () => shown[part]);

addEventListener('popstate', () => {
  if (inAddress().base !== shown.base) followAddress();
});

// The account that signs in next may not follow the same people.
session.onChange(() => {
  const { base } = shown;
  if (base !== '') forgetInAddress(base);
  change({ base: '', id: null, isLost: false, page: shown.page + (base === '' ? 0 : 1) });
});
