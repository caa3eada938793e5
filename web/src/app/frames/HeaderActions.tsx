import { Anchor } from '@mantine/core';
import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { lazyComponent } from '../../components/loading/lazy-component.tsx';
import { useToken } from '../../data/session.ts';
import { paths } from '../../paths.ts';
import { commonText } from '../../text/common.ts';

const AvatarMenu = lazyComponent(async () => (await import('./AvatarMenu.tsx')).AvatarMenu);

/** The right side of the header of public pages: a link to sign in or sign up, or the menu of a signed-in wearer. */
export function HeaderActions() {
  const signedIn = useToken() !== null;
  const { pathname } = useLocation();
  if (signedIn) {
    return (
      <ErrorBoundary fallback={() => null}>
        <Suspense fallback={null}>
          <AvatarMenu />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return pathname === paths.login ? (
    <HeaderLink to={paths.signUp}>{commonText.frame.signUp}</HeaderLink>
  ) : (
    <HeaderLink to={paths.login}>{commonText.signIn}</HeaderLink>
  );
}

function HeaderLink({ to, children }: { to: string; children: string }) {
  return (
    <Anchor component={Link} to={to} c="dimmed" fw={500}>
      {children}
    </Anchor>
  );
}
