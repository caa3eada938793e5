import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeFollow, type Follow, type ListedWearer } from '@tealight/contract';
import { type FormEvent, useState } from 'react';
import { useFocusAfterRender } from '../../../components/focus/use-focus-after-render.ts';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { callDone } from '../../../data/call-done.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { fullName } from '../../../data/person.ts';
import { commonText } from '../../../text/common.ts';
import { manageText } from '../../../text/people/manage.ts';
import { rightsText } from '../../../text/people/rights.ts';
import { dayText } from '../dates.ts';
import classes from '../manage.module.css';
import { followsQuery } from '../queries.ts';
import { RightsFields } from './RightsFields.tsx';
import type { RightsChoice } from './rights-choice.ts';

export type FollowerItemProps = { follow: Follow; wearer: ListedWearer; onRemove: () => void };

/** One follower, with a form for role and rights. Who is a caregiver is changed by the owner only. */
export function FollowerItem({ follow, wearer, onRemove }: FollowerItemProps) {
  const text = manageText.followers;
  const [isChanging, setChanging] = useState(false);
  const button = useFocusAfterRender<HTMLButtonElement>();
  const name = fullName(follow);
  const close = () => {
    setChanging(false);
    button.focus();
  };
  return (
    <li>
      <div>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          {follow.email}
        </Text>
        <Text size="sm" c="dimmed">
          {text.since({ role: rightsText.roles[follow.role], date: dayText(follow.since) })}
        </Text>
      </div>
      {(wearer.role === 'owner' || follow.role !== 'carer') && !isChanging && (
        <div className={classes.actions}>
          <Button
            ref={button.target}
            variant="default"
            size="sm"
            aria-label={text.changeFor({ name })}
            onClick={() => setChanging(true)}
          >
            {text.change}
          </Button>
          <Button
            variant="light"
            color="red"
            size="sm"
            aria-label={text.removeFor({ name })}
            onClick={onRemove}
          >
            {text.remove}
          </Button>
        </div>
      )}
      {isChanging && <RightsForm follow={follow} wearer={wearer} onClose={close} />}
    </li>
  );
}

function RightsForm({
  follow,
  wearer,
  onClose,
}: Omit<FollowerItemProps, 'onRemove'> & { onClose: () => void }) {
  const client = useQueryClient();
  const [choice, setChoice] = useState<RightsChoice>({ role: follow.role, rights: follow.rights });
  const change = useMutation({
    mutationFn: () =>
      callDone(changeFollow, {
        wearer: wearer.id,
        body: { id: follow.id, role: choice.role, rights: [...choice.rights] },
      }),
    onSuccess: async () => {
      notifySuccess(manageText.followers.changed({ name: fullName(follow) }));
      await client.invalidateQueries(followsQuery(wearer.id));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!change.isPending) change.mutate();
  };
  return (
    <form className={classes.inner} onSubmit={submit}>
      <RightsFields value={choice} mine={wearer.rights} onChange={setChoice} />
      <CallErrors error={change.error} />
      <div className={classes.actions}>
        <Button type="submit" loading={change.isPending}>
          {commonText.save}
        </Button>
        <Button variant="default" onClick={onClose}>
          {commonText.cancel}
        </Button>
      </div>
    </form>
  );
}
