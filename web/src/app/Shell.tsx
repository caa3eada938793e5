import { Outlet } from 'react-router';
import { KeepFresh } from '../ui/KeepFresh.tsx';
import { AvatarMenu } from './AvatarMenu.tsx';
import { Frame } from './Frame.tsx';

/** What surrounds the pages of a signed-in wearer; what they show is kept fresh while it is open. */
export function Shell() {
  return (
    <Frame width="wide" corner={<AvatarMenu />}>
      <KeepFresh />
      <Outlet />
    </Frame>
  );
}
