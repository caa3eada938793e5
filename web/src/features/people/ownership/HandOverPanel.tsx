import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelHandOver, HAND_OVER_DAYS, type HandOver, type ListedWearer } from '@tealight/contract';
import { useState } from 'react';
import { ConfirmButton } from '../../../components/forms/ConfirmButton.tsx';
import { FormButton } from '../../../components/forms/FormButton.tsx';
import { Loading } from '../../../components/LoadError.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { callDone } from '../../../data/call-done.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { nameOf } from '../../../data/wearer/wearers.ts';
import { handOverText } from '../../../text/people/hand-over.ts';
import { dayTimeText } from '../dates.ts';
import { handOverQuery } from '../queries.ts';
import { ConfirmHandOver } from './ConfirmHandOver.tsx';
import { HandOverOffer } from './HandOverOffer.tsx';

/** The hand-over that is agreed, for both sides; without one, the offer of the owner (PPL-25). */
export function HandOverPanel({ wearer }: { wearer: ListedWearer }) {
  const { data: handOver, isError, errorUpdateCount, refetch } = useQuery(handOverQuery(wearer.id));
  const mayOffer = wearer.rights.includes('hand-over');
  // Few followers have one: for them, there is a panel only with one, or after the call has failed.
  const mayBeAgreed = handOver === undefined ? errorUpdateCount > 0 : handOver !== null;
  if (!mayBeAgreed && !mayOffer) return null;
  return (
    <Panel title={handOverText.title}>
      {handOver === undefined && <Loading {...{ isError, refetch }} height={72} />}
      {handOver && <Agreed wearer={wearer} handOver={handOver} />}
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
        <Group gap={8}>
          {!isConfirmed && <Button onClick={() => setConfirming(true)}>{handOverText.confirm}</Button>}
          <Cancel wearer={wearer.id} />
        </Group>
      )}
    </Stack>
  );
}

function Cancel({ wearer }: { wearer: string }) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => callDone(cancelHandOver, { wearer }),
    onSuccess: async () => {
      notifySuccess(handOverText.canceled);
      await client.invalidateQueries(handOverQuery(wearer));
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
