import { Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endFollow, type Follow, type ListedWearer } from '@tealight/contract';
import { useState } from 'react';
import { useFocusAfterRender } from '../../../components/focus/use-focus-after-render.ts';
import { Confirmation } from '../../../components/forms/Confirmation.tsx';
import { LoadError } from '../../../components/LoadError.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { callDone } from '../../../data/call-done.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { fullName } from '../../../data/person.ts';
import { nameOf } from '../../../data/wearer/wearers.ts';
import { commonText } from '../../../text/common.ts';
import { manageText } from '../../../text/people/manage.ts';
import classes from '../manage.module.css';
import { followsQuery } from '../queries.ts';
import { FollowerItem } from './FollowerItem.tsx';

/** Who follows this wearer; each can be changed and removed (PPL-5, PPL-23). */
export function FollowersPanel({ wearer }: { wearer: ListedWearer }) {
  const text = manageText.followers;
  const { data: follows, isError, refetch } = useQuery(followsQuery(wearer.id));
  const [leaving, setLeaving] = useState<Follow | null>(null);
  const list = useFocusAfterRender<HTMLUListElement>();
  const end = useEnd(wearer.id, () => {
    setLeaving(null);
    // The button that was pressed is gone.
    list.focus();
  });
  const close = () => {
    end.reset();
    setLeaving(null);
  };
  return (
    <Panel title={text.title}>
      <Text mb="xs">{text.about({ name: nameOf(wearer) })}</Text>
      {follows === undefined &&
        (isError ? (
          <LoadError onRetry={refetch} />
        ) : (
          <Skeleton height={72} aria-label={commonText.loading} role="status" />
        ))}
      {follows?.length === 0 && <Text c="dimmed">{text.none}</Text>}
      {follows && (
        <ul ref={list.target} tabIndex={-1} className={classes.list} aria-label={text.list}>
          {follows.map((follow) => (
            <FollowerItem
              key={follow.id}
              follow={follow}
              wearer={wearer}
              onRemove={() => setLeaving(follow)}
            />
          ))}
        </ul>
      )}
      <Confirmation
        opened={leaving !== null}
        title={leaving ? text.confirmTitle({ name: fullName(leaving) }) : ''}
        consequence={leaving ? text.consequence({ follower: fullName(leaving), wearer: nameOf(wearer) }) : ''}
        confirm={text.remove}
        keep={text.keep}
        busy={end.isPending}
        error={end.error}
        onConfirm={() => leaving && end.mutate(leaving)}
        onClose={close}
      />
    </Panel>
  );
}

function useEnd(wearer: string, onEnded: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Follow) => callDone(endFollow, { wearer, body: { id } }),
    onSuccess: async (_, follow) => {
      notifySuccess(manageText.followers.removed({ name: fullName(follow) }));
      await client.invalidateQueries(followsQuery(wearer));
      onEnded();
    },
  });
}
