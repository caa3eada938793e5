import { Outlet } from 'react-router';
import { KeepFresh } from '../../data/KeepFresh.tsx';
import { AvatarMenu } from './AvatarMenu.tsx';
import { Frame } from './Frame.tsx';

/** Header and footer of the signed-in pages; refreshes their data while it is open. */
export function Shell() {
  return (
    <Frame width="wide" actions={<AvatarMenu />}>
      <KeepFresh />
      <Outlet />
    </Frame>
  );
}
