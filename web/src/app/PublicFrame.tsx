import { Outlet } from 'react-router';
import { Corner } from './Corner.tsx';
import { Frame } from './Frame.tsx';

/** What surrounds the pages that anybody may see. */
export function PublicFrame() {
  return (
    <Frame width="narrow" corner={<Corner />}>
      <Outlet />
    </Frame>
  );
}
