import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelHandOver, HAND_OVER_DAYS, type HandOver, type ListedWearer } from '@tealight/contract';
import { useState } from 'react';
import { useFocusAfterRender } from '../../../components/focus/use-focus-after-render.ts';
import { Confirmation } from '../../../components/forms/Confirmation.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { callDone } from '../../../data/call-done.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { nameOf } from '../../../data/wearer/wearers.ts';
import { handOverText } from '../../../text/people/hand-over.ts';
import { dayTimeText } from '../dates.ts';
import classes from '../manage.module.css';
import { handOverQuery } from '../queries.ts';
import { ConfirmHandOver } from './ConfirmHandOver.tsx';
import { HandOverOffer } from './HandOverOffer.tsx';

/** The hand-over that is agreed, for both sides; without one, the offer of the owner (PPL-25). */
export function HandOverPanel({ wearer }: { wearer: ListedWearer }) {
  const { data: handOver } = useQuery(handOverQuery(wearer.id));
  const [isOffering, setOffering] = useState(false);
  const button = useFocusAfterRender<HTMLButtonElement>();
  const mayOffer = wearer.rights.includes('hand-over');
  if (!handOver && !mayOffer) return null;
  const close = () => {
    setOffering(false);
    button.focus();
  };
  return (
    <Panel title={handOverText.title}>
      {handOver ? (
        <Agreed wearer={wearer} handOver={handOver} />
      ) : (
        <>
          <Text>{handOverText.about({ name: nameOf(wearer), days: HAND_OVER_DAYS })}</Text>
          {isOffering ? (
            <HandOverOffer wearer={wearer.id} onClose={close} />
          ) : (
            <Button ref={button.target} variant="default" mt="md" onClick={() => setOffering(true)}>
              {handOverText.start}
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}

function Agreed({ wearer, handOver }: { wearer: ListedWearer; handOver: HandOver }) {
  const { fromName: from, toName: to, ownerBecomes, takesEffectAt, isConfirmed } = handOver;
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Stack gap="sm">
      <Text fw={500}>{handOverText.agreed({ from, to })}</Text>
      <Text>
        {handOverText.takesEffect({ date: dayTimeText(takesEffectAt) })}{' '}
        {handOverText.becomes[ownerBecomes]({ from })}
      </Text>
      <Text c="dimmed">{isConfirmed ? handOverText.confirmed : handOverText.aboutConfirm}</Text>
      {isConfirming && !isConfirmed ? (
        <ConfirmHandOver wearer={wearer.id} onClose={() => setConfirming(false)} />
      ) : (
        <div className={classes.actions}>
          {!isConfirmed && <Button onClick={() => setConfirming(true)}>{handOverText.confirm}</Button>}
          <Cancel wearer={wearer.id} />
        </div>
      )}
    </Stack>
  );
}

function Cancel({ wearer }: { wearer: string }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () => callDone(cancelHandOver, { wearer }),
    onSuccess: async () => {
      notifySuccess(handOverText.canceled);
      await client.invalidateQueries(handOverQuery(wearer));
    },
  });
  const close = () => {
    cancel.reset();
    setAsking(false);
  };
  return (
    <>
      <Button variant="light" color="red" onClick={() => setAsking(true)}>
        {handOverText.cancel}
      </Button>
      <Confirmation
        opened={asking}
        title={handOverText.cancelTitle}
        consequence={handOverText.cancelConsequence}
        confirm={handOverText.cancel}
        keep={handOverText.keep}
        busy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate()}
        onClose={close}
      />
    </>
  );
}
