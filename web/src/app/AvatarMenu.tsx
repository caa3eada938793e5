import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { Avatar, Menu, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { userQuery } from '../queries.ts';
import classes from './AvatarMenu.module.css';
import { fullName, initialOf } from './person.ts';
import { useLogOut } from './use-log-out.ts';

const entries = [
  ['Dashboard', paths.dashboard],
  ['My account', paths.account],
  ['Security', paths.security],
  ['Support', paths.support],
] as const;

/** Who is signed in, and where they can go. */
export function AvatarMenu() {
  const { data: user } = useQuery(userQuery);
  const logOut = useLogOut();
  const name = user ? fullName(user) : '';
  return (
    <Menu position="bottom-end" width={200} radius="md" transitionProps={{ duration: 100 }}>
      <Menu.Target>
        <UnstyledButton className={classes.person} aria-label={`${name || 'Your account'}, menu`}>
          <span className={classes.name}>{name}</span>
          <Avatar src={user?.resizedPhoto ?? null} color="tealight" variant="filled" alt="" size={38}>
            {user && initialOf(user)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(([label, path]) => (
          <Menu.Item key={path} component={Link} to={path}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => logOut.mutate()}>Log out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
