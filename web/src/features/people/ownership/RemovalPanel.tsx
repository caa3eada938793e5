import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Follow, type ListedWearer, removeWearer } from '@tealight/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '../../../components/Dialog.tsx';
import { Loading } from '../../../components/LoadError.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { callDone } from '../../../data/call-done.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { fullName } from '../../../data/person.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { nameOf, wearersQuery } from '../../../data/wearer/wearers.ts';
import { paths } from '../../../paths.ts';
import { manageText } from '../../../text/people/manage.ts';
import { PasswordConfirmation } from '../../security/PasswordConfirmation.tsx';
import classes from '../manage.module.css';
import { followsQuery } from '../queries.ts';

export type RemovalPanelProps = {
  wearer: ListedWearer;
  /** The account's only own wearer is emptied and stays. */
  isOnlyOwn: boolean;
};

/** Erases a wearer after the password, and says what goes (PPL-4). */
export function RemovalPanel({ wearer, isOnlyOwn }: RemovalPanelProps) {
  const text = manageText.removal;
  const name = nameOf(wearer);
  const [asking, setAsking] = useState(false);
  const remove = useRemove(wearer);
  const close = () => {
    remove.reset();
    setAsking(false);
  };
  const title = isOnlyOwn ? text.emptyTitle({ name }) : text.title({ name });
  return (
    <Panel title={title}>
      <Text>{text.about}</Text>
      <Text c="dimmed">{text.aboutFirst}</Text>
      <Button variant="light" color="red" mt="md" onClick={() => setAsking(true)}>
        {isOnlyOwn ? text.startEmpty : text.start({ name })}
      </Button>
      <Dialog title={title} opened={asking} onClose={close}>
        <Confirmation wearer={wearer} remove={remove} onRemoved={() => setAsking(false)} onCancel={close} />
      </Dialog>
    </Panel>
  );
}

type ConfirmationProps = {
  wearer: ListedWearer;
  remove: ReturnType<typeof useRemove>;
  onRemoved: () => void;
  onCancel: () => void;
};

/** Says what goes, and asks for the password. Nothing is erased before the list of it is shown. */
function Confirmation({ wearer, remove, onRemoved, onCancel }: ConfirmationProps) {
  const text = manageText.removal;
  const { data: follows, isError, refetch } = useQuery(followsQuery(wearer.id));
  return (
    <>
      <Text fw={500}>{text.list}</Text>
      {follows ? <Erased follows={follows} /> : <Loading {...{ isError, refetch }} height={96} />}
      <PasswordConfirmation
        action={text.confirm}
        cancel={text.cancel}
        danger
        busy={remove.isPending}
        error={remove.error}
        waitsFor={follows === undefined ? text.waitsForList : null}
        onConfirm={(password) => remove.mutate(password, { onSuccess: onRemoved })}
        onCancel={onCancel}
      />
    </>
  );
}

/** What goes, with the followers by name. */
function Erased({ follows }: { follows: readonly Follow[] }) {
  const text = manageText.removal;
  return (
    <ul className={classes.erased}>
      <li>{text.readings}</li>
      <li>{text.lamps}</li>
      <li>{text.links}</li>
      {follows.map((follow) => (
        <li key={follow.id}>{text.follower({ name: fullName(follow) })}</li>
      ))}
    </ul>
  );
}

function useRemove(wearer: ListedWearer) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (password: string) => callDone(removeWearer, { wearer: wearer.id, body: { password } }),
    onSuccess: async () => {
      // What was emptied is still listed; readings, followers and links are loaded again.
      await Promise.all([client.invalidateQueries(), accountClient.invalidateQueries()]);
      const left = await accountClient.ensureQueryData(wearersQuery).catch(() => undefined);
      const isLeft = left?.wearers.some(({ id }) => id === wearer.id) === true;
      const name = nameOf(wearer);
      const { done, emptied } = manageText.removal;
      notifySuccess(isLeft ? emptied({ name }) : done({ name }));
      if (!isLeft) await navigate(paths.people);
    },
  });
}
