import { Outlet, useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { Frame } from './Frame.tsx';
import { HeaderActions } from './HeaderActions.tsx';

/** Header and footer of the public pages. */
export function PublicFrame() {
  const isText = useLocation().pathname.startsWith(`${paths.help}/`);
  return (
    <Frame width={isText ? 'text' : 'narrow'} actions={<HeaderActions />}>
      <Outlet />
    </Frame>
  );
}
