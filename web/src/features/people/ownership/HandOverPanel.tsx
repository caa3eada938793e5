import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelHandOver, HAND_OVER_DAYS, type HandOver, type ListedWearer } from '@tealight/contract';
import { useLayoutEffect, useState } from 'react';
import { useFocusAfterRender } from '../../../components/focus/use-focus-after-render.ts';
import { focusOn } from '../../../components/focus/use-focus-to-panel.ts';
import { ConfirmButton } from '../../../components/forms/ConfirmButton.tsx';
import { FormButton } from '../../../components/forms/FormButton.tsx';
import { Loading } from '../../../components/LoadError.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { callDone } from '../../../data/call-done.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { dayTimeText } from '../../../data/page/page-locale.ts';
import { nameOf } from '../../../data/wearer/wearers.ts';
import { handOverText } from '../../../text/people/hand-over.ts';
import { handOverQuery } from '../queries.ts';
import { ConfirmHandOver } from './ConfirmHandOver.tsx';
import { HandOverOffer } from './HandOverOffer.tsx';

/** The hand-over that is agreed, for both sides; without one, the offer of the owner (PPL-25). */
export function HandOverPanel({ wearer }: { wearer: ListedWearer }) {
  const { data: handOver, isError, errorUpdateCount, refetch } = useQuery(handOverQuery(wearer.id));
  const mayOffer = wearer.rights.includes('hand-over');
  // Few followers have one: for them, there is a panel only with one, or after the call has failed.
  const mayBeAgreed = handOver === undefined ? errorUpdateCount > 0 : handOver !== null;
  const heading = useFocusAfterRender<HTMLHeadingElement>();
  const isShown = mayBeAgreed || mayOffer;
  // A hand-over takes the panel from the former owner: the focus moves to the page, not to what comes in its place.
  useLayoutEffect(() => {
    if (!isShown) return;
    return () => {
      if (document.activeElement === document.body) focusOn(document.querySelector('main'));
    };
  }, [isShown]);
  if (!isShown) return null;
  return (
    <Panel title={handOverText.title} heading={heading.target}>
      {handOver === undefined && <Loading {...{ isError, refetch }} height={72} />}
      {handOver && <Agreed wearer={wearer} handOver={handOver} onCanceled={heading.focus} />}
      {handOver === null && (
        <>
          <Text>{handOverText.about({ name: nameOf(wearer), days: HAND_OVER_DAYS })}</Text>
          <FormButton label={handOverText.start} variant="default" mt="md">
            {(close) => <HandOverOffer wearer={wearer.id} onClose={close} />}
          </FormButton>
        </>
      )}
    </Panel>
  );
}

type AgreedProps = { wearer: ListedWearer; handOver: HandOver; onCanceled: () => void };

function Agreed({ wearer, handOver, onCanceled }: AgreedProps) {
  const { fromName: from, toName: to, ownerBecomes, takesEffectAt, isConfirmed } = handOver;
  const [isConfirming, setConfirming] = useState(false);
  const agreement = useFocusAfterRender<HTMLParagraphElement>();
  const button = useFocusAfterRender<HTMLButtonElement>();
  const close = (next: { focus: () => void }) => () => {
    setConfirming(false);
    next.focus();
  };
  return (
    <Stack gap="sm">
      <Text ref={agreement.target} tabIndex={-1} fw={500}>
        {handOverText.agreed({ from, to })}
      </Text>
      <Text>
        {handOverText.takesEffect({ date: dayTimeText(takesEffectAt) })}{' '}
        {handOverText.becomes[ownerBecomes]({ from })}
      </Text>
      <Text c="dimmed">{isConfirmed ? handOverText.confirmed : handOverText.aboutConfirm}</Text>
      {isConfirming && !isConfirmed ? (
        <ConfirmHandOver
          wearer={wearer.id}
          // The button goes once the panel has learned of it.
          onConfirmed={close(agreement)}
          onCancel={close(button)}
        />
      ) : (
        <Group gap={8}>
          {!isConfirmed && (
            <Button ref={button.target} onClick={() => setConfirming(true)}>
              {handOverText.confirm}
            </Button>
          )}
          <Cancel wearer={wearer.id} onCanceled={onCanceled} />
        </Group>
      )}
    </Stack>
  );
}

function Cancel({ wearer, onCanceled }: { wearer: string; onCanceled: () => void }) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => callDone(cancelHandOver, { wearer }),
    onSuccess: async () => {
      notifySuccess(handOverText.canceled);
      await client.invalidateQueries(handOverQuery(wearer));
      onCanceled();
    },
  });
  return (
    <ConfirmButton
      label={handOverText.cancel}
      title={handOverText.cancelTitle}
      consequence={handOverText.cancelConsequence}
      keep={handOverText.keep}
      action={cancel}
    />
  );
}
