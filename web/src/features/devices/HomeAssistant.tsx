import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { announceHome } from '@tealight/contract';
import { call } from '../../data/call.ts';
import { notifyError, notifySuccess } from '../../data/notices.ts';
import { pairingQuery } from './device-address.ts';

/** Whether Home Assistant finds the wearer on the operator's broker. */
export function HomeAssistant({ isAnnounced }: { isAnnounced: boolean }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (announce: boolean) => call(announceHome, { body: { announce } }),
    onSuccess: async () => {
      await client.invalidateQueries(pairingQuery);
      notifySuccess('Your choice has been saved');
    },
    onError: notifyError,
  });
  return (
    <Switch
      mt="xs"
      label="Home Assistant"
      description="Announces your glucose, trend and color as a device to every Home Assistant on this broker."
      checked={isAnnounced}
      disabled={save.isPending}
      onChange={(event) => save.mutate(event.currentTarget.checked)}
    />
  );
}
