import { Anchor } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { useToken } from '../session.ts';

const AvatarMenu = lazy(async () => ({ default: (await import('./AvatarMenu.tsx')).AvatarMenu }));

/** The corner of pages that anybody may see: the way in, or whoever is in already. */
export function Corner() {
  const signedIn = useToken() !== null;
  const { pathname } = useLocation();
  if (signedIn) {
    return (
      <Suspense fallback={null}>
        <AvatarMenu />
      </Suspense>
    );
  }
  return pathname === paths.login ? <Way to={paths.signUp}>Sign up</Way> : <Way to={paths.login}>Log in</Way>;
}

function Way({ to, children }: { to: string; children: string }) {
  return (
    <Anchor component={Link} to={to} c="dimmed" fw={500}>
      {children}
    </Anchor>
  );
}
