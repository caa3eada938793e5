import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { signOut } from '@tealight/contract';
import { Avatar } from '../../components/Avatar.tsx';
import { MenuButton } from '../../components/MenuButton.tsx';
import { call } from '../../data/call.ts';
import { fullName } from '../../data/person.ts';
import { userQuery } from '../../data/queries.ts';
import { session } from '../../data/session.ts';
import { paths } from '../../paths.ts';
import classes from './AvatarMenu.module.css';

/** The name of the signed-in user, and the main menu. */
export function AvatarMenu() {
  const { data: user } = useQuery(userQuery);
  return (
    <MenuButton
      entries={[
        { label: 'Dashboard', to: paths.dashboard },
        { label: 'My account', to: paths.account },
        { label: 'Security', to: paths.security },
        { label: 'Support', to: paths.support },
        { label: 'Log out', onChoose: logOut },
      ]}
    >
      <span className={classes.name} data-known={user !== undefined}>
        {user ? fullName(user) : 'Your account'}
      </span>
      <VisuallyHidden>menu</VisuallyHidden>
      <Avatar user={user} size={38} />
    </MenuButton>
  );
}

/** Signs out. Here the session ends at once, whatever the server says and however long it takes (SHELL-6). */
function logOut(): void {
  void call(signOut).catch(() => undefined);
  session.end();
}
