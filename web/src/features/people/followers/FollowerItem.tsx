import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeFollow, endFollow, type Follow, type ListedWearer, listFollows } from '@tealight/contract';
import { type FormEvent, useState } from 'react';
import { Inset } from '../../../components/content/Inset.tsx';
import { Item } from '../../../components/content/ItemList.tsx';
import { useFocusAfterRender } from '../../../components/focus/use-focus-after-render.ts';
import { ConfirmButton } from '../../../components/forms/ConfirmButton.tsx';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { saveUnlessChanged, useSavedValues } from '../../../components/forms/use-saved-values.ts';
import { call } from '../../../data/call.ts';
import { callDone, callEnd } from '../../../data/call-done.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { dayText } from '../../../data/page-locale.ts';
import { fullName } from '../../../data/person.ts';
import { nameOf } from '../../../data/wearer/wearers.ts';
import { commonText } from '../../../text/common.ts';
import { manageText } from '../../../text/people/manage.ts';
import { rightsText } from '../../../text/people/rights.ts';
import { followsQuery } from '../queries.ts';
import { RightsFields } from './RightsFields.tsx';
import type { RightsChoice } from './rights-choice.ts';

export type FollowerItemProps = { follow: Follow; wearer: ListedWearer; onRemoved: () => void };

/** One follower, with a form for role and rights. Who is a caregiver is changed by the owner only. */
export function FollowerItem({ follow, wearer, onRemoved }: FollowerItemProps) {
  const text = manageText.followers;
  const [isChanging, setChanging] = useState(false);
  const button = useFocusAfterRender<HTMLButtonElement>();
  const name = fullName(follow);
  const end = useEnd(follow, wearer.id, onRemoved);
  const close = () => {
    setChanging(false);
    button.focus();
  };
  return (
    <Item
      title={name}
      facts={[follow.email, text.since({ role: rightsText.roles[follow.role], date: dayText(follow.since) })]}
      actions={
        (wearer.role === 'owner' || follow.role !== 'carer') &&
        !isChanging && (
          <>
            <Button
              ref={button.target}
              variant="default"
              size="sm"
              aria-label={text.changeFor({ name })}
              onClick={() => setChanging(true)}
            >
              {text.change}
            </Button>
            <ConfirmButton
              size="sm"
              label={text.remove}
              name={text.removeFor({ name })}
              title={text.confirmTitle({ name })}
              consequence={text.consequence({ follower: name, wearer: nameOf(wearer) })}
              keep={text.keep}
              action={end}
            />
          </>
        )
      }
      below={isChanging && <RightsForm follow={follow} wearer={wearer} onClose={close} />}
    />
  );
}

function RightsForm({
  follow,
  wearer,
  onClose,
}: Omit<FollowerItemProps, 'onRemoved'> & { onClose: () => void }) {
  const client = useQueryClient();
  const name = fullName(follow);
  const shown = choiceOf(follow);
  const replaced = manageText.followers.changedMeanwhile({ name });
  const { values: choice, change: setChoice, noteSaved, isJustReplaced } = useSavedValues(shown, replaced);
  const change = useMutation({
    mutationFn: ({ role, rights }: RightsChoice) =>
      saveUnlessChanged({
        shown,
        replaced,
        read: async () => {
          const { follows } = await call(listFollows, { wearer: wearer.id });
          const now = follows.find(({ id }) => id === follow.id);
          return now && choiceOf(now);
        },
        write: () =>
          callDone(changeFollow, { wearer: wearer.id, body: { id: follow.id, role, rights: [...rights] } }),
      }),
    onSuccess: async (isSaved, sent) => {
      if (isSaved) {
        noteSaved(sent);
        notifySuccess(manageText.followers.changed({ name }));
      }
      await client.invalidateQueries(followsQuery(wearer.id));
      if (isSaved) onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isJustReplaced() && !change.isPending) change.mutate(choice);
  };
  return (
    <Inset component="form" mt="md" onSubmit={submit}>
      <RightsFields value={choice} mine={wearer.rights} onChange={setChoice} />
      <CallErrors error={change.error} />
      <Group gap={8}>
        <Button type="submit" loading={change.isPending}>
          {commonText.save}
        </Button>
        <Button variant="default" onClick={onClose}>
          {commonText.cancel}
        </Button>
      </Group>
    </Inset>
  );
}

const choiceOf = ({ role, rights }: Follow): RightsChoice => ({ role, rights });

function useEnd(follow: Follow, wearer: string, onRemoved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEnd(endFollow, { wearer, body: { id: follow.id } }),
    onSuccess: async () => {
      notifySuccess(manageText.followers.removed({ name: fullName(follow) }));
      await client.invalidateQueries(followsQuery(wearer));
      onRemoved();
    },
  });
}
