import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { endFollow, type Follow, type ListedWearer } from '@tealight/contract';
import { useState } from 'react';
import { Item } from '../../../components/content/ItemList.tsx';
import { useFocusAfterRender } from '../../../components/focus/use-focus-after-render.ts';
import { ConfirmButton } from '../../../components/forms/ConfirmButton.tsx';
import { callEnd } from '../../../data/call-done.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { dayText } from '../../../data/page/page-locale.ts';
import { fullName } from '../../../data/person.ts';
import { nameOf } from '../../../data/wearer/wearers.ts';
import { manageText } from '../../../text/people/manage.ts';
import { rightsText } from '../../../text/people/rights.ts';
import { followsQuery } from '../queries.ts';
import { RightsForm } from './RightsForm.tsx';

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
      below={isChanging && <RightsForm {...{ follow, wearer, onRemoved }} onClose={close} />}
    />
  );
}

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
