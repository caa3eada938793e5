import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../paths.ts';
import { userQuery } from '../queries.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import { fullName } from '../ui/person.ts';
import classes from './AvatarMenu.module.css';
import { logOut } from './log-out.ts';

/** Who is signed in, and where they can go. */
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
