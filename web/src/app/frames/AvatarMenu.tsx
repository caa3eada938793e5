import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { signOut, whatCodeOpens } from '@tealight/contract';
import { useState } from 'react';
import { Avatar } from '../../components/Avatar.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { MenuButton } from '../../components/MenuButton.tsx';
import { call } from '../../data/call.ts';
import { fullName } from '../../data/person.ts';
import { personQuery, userQuery } from '../../data/queries.ts';
import { session } from '../../data/session.ts';
import { accountClient } from '../../data/wearer/query-clients.ts';
import { forgetStoredLamp, isLampStored } from '../../lamp/stored-lamp.ts';
import { paths } from '../../paths.ts';
import { commonText } from '../../text/common.ts';
import classes from './AvatarMenu.module.css';

export type AvatarMenuProps = {
  /** On a narrow screen the user's name is hidden, since that of the wearer is shown beside it. */
  isBesideWearerSwitch?: boolean;
};

/** The name of the signed-in user, and the main menu. */
export function AvatarMenu({ isBesideWearerSwitch = false }: AvatarMenuProps) {
  // Until the user is loaded again, for another wearer, the one that was loaded before.
  const lastKnown = useQuery(personQuery, accountClient).data;
  const user = useQuery(userQuery).data ?? lastKnown;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <MenuButton
        entries={[
          { label: commonText.menu.dashboard, to: paths.dashboard },
          { label: commonText.menu.account, to: paths.account },
          { label: commonText.menu.security, to: paths.security },
          { label: commonText.menu.support, to: paths.support },
          { label: commonText.menu.logOut, onChoose: () => (isLampStored() ? setAsking(true) : logOut()) },
        ]}
      >
        <span className={classes.name} data-known={user !== undefined} data-short={isBesideWearerSwitch}>
          {user ? fullName(user) : commonText.menu.unknownUser}
        </span>
        <VisuallyHidden>{commonText.menu.name}</VisuallyHidden>
        <Avatar user={user} size={38} />
      </MenuButton>
      <KeepLamp opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}

/** Asks whether this browser keeps its stored lamp after the user has signed out. */
function KeepLamp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const remove = () => {
    forgetStoredLamp();
    logOut();
  };
  return (
    <Dialog title={commonText.keepLamp.title} opened={opened} onClose={onClose}>
      <Text mb="lg">{commonText.keepLamp.explanation({ whatCodeOpens })}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={remove}>
          {commonText.keepLamp.remove}
        </Button>
        <Button onClick={logOut}>{commonText.keepLamp.keep}</Button>
      </Group>
    </Dialog>
  );
}

/** Signs out. Here the session ends at once, whatever the server says and however long it takes (SHELL-6). */
function logOut(): void {
  void call(signOut).catch(() => undefined);
  session.end();
}
