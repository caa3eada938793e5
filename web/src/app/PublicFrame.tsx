import { Outlet, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { Corner } from './Corner.tsx';
import { Frame } from './Frame.tsx';

/** What surrounds the pages that anybody may see. */
export function PublicFrame() {
  const isText = useLocation().pathname.startsWith(`${paths.help}/`);
  return (
    <Frame width={isText ? 'text' : 'narrow'} corner={<Corner />}>
      <Outlet />
    </Frame>
  );
}
