import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeFollow, type Follow, type ListedWearer, listFollows } from '@tealight/contract';
import { type FormEvent, useLayoutEffect } from 'react';
import { Inset } from '../../../components/content/Inset.tsx';
import { useFocusOnOpen } from '../../../components/focus/use-focus-on-open.ts';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { saveUnlessChanged, useSavedValues } from '../../../components/forms/use-saved-values.ts';
import { call } from '../../../data/call.ts';
import { callDone } from '../../../data/call-done.ts';
import { notifyError, notifySuccess } from '../../../data/notices.ts';
import { fullName } from '../../../data/person.ts';
import { commonText } from '../../../text/common.ts';
import { manageText } from '../../../text/people/manage.ts';
import { followsQuery } from '../queries.ts';
import { RightsFields } from './RightsFields.tsx';
import type { RightsChoice } from './rights-choice.ts';

export type RightsFormProps = {
  follow: Follow;
  wearer: ListedWearer;
  onClose: () => void;
  /** The follower was removed elsewhere while the form had the focus. */
  onRemoved: () => void;
};

/** Role and rights of one follower (PPL-5). */
export function RightsForm({ follow, wearer, onRemoved, onClose }: RightsFormProps) {
  const client = useQueryClient();
  const name = fullName(follow);
  const shown = choiceOf(follow);
  const replaced = manageText.followers.changedMeanwhile({ name });
  const { values: choice, change: setChoice, noteSaved, isJustReplaced } = useSavedValues(shown, replaced);
  const form = useFocusOnOpen(true, 'input:checked');
  // The form goes with its follower, whom somebody else has removed.
  useLayoutEffect(() => {
    const element = form.current;
    return () => {
      const follows = client.getQueryData(followsQuery(wearer.id).queryKey);
      if (follows === undefined || follows.some(({ id }) => id === follow.id)) return;
      notifyError(manageText.followers.gone({ name }));
      if (element?.contains(document.activeElement)) onRemoved();
    };
  }, [client, form, wearer.id, follow.id, name, onRemoved]);
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
    onSuccess: (isSaved, sent) => {
      if (!isSaved) return;
      noteSaved(sent);
      notifySuccess(manageText.followers.changed({ name }));
    },
    onSettled: async (isSaved) => {
      await client.invalidateQueries(followsQuery(wearer.id));
      if (isSaved) onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isJustReplaced() && !change.isPending) change.mutate(choice);
  };
  return (
    <Inset ref={form} component="form" mt="md" onSubmit={submit}>
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
