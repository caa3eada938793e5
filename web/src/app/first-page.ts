import { isValidElement, type ReactNode } from 'react';
import { matchRoutes, type RouteMatch } from 'react-router';
import type { LazyComponent } from '../components/loading/lazy-component.tsx';
import { session } from '../data/session.ts';
import { shownWearer } from '../data/wearer/shown-wearer.ts';
import { paths } from '../paths.ts';
import { SignedInRoute, SignedOutRoute } from './guards.tsx';
import { routes } from './routes.tsx';

/** Loads the code of the page that opens at the present address. Rejects where that fails. */
export async function loadFirstPage(): Promise<void> {
  const matches = matchesOf(location.pathname, shownWearer().base || '/');
  const elements = (isRedirected(matches) ? matchesOf(redirectedTo()) : matches).map(
    ({ route }) => route.element,
  );
  await Promise.all(elements.filter(isLazy).map(({ type }) => type.preload()));
}

const matchesOf = (pathname: string, base = '/'): RouteMatch[] => matchRoutes(routes, pathname, base) ?? [];

/** As the guards of routes decide. */
function isRedirected(matches: readonly RouteMatch[]): boolean {
  const guard = session.token() === null ? SignedInRoute : SignedOutRoute;
  return matches.some(({ route: { element } }) => isValidElement(element) && element.type === guard);
}

const redirectedTo = (): string => (session.token() === null ? paths.login : paths.dashboard);

type LazyElement = { type: LazyComponent<object> };

const isLazy = (element: ReactNode): element is ReactNode & LazyElement =>
  isValidElement(element) && typeof element.type === 'function' && 'preload' in element.type;
