import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reconnect } from '@tealight/contract';
import { call } from '../../../data/call.ts';
import { notifyError } from '../../../data/notices.ts';
import { connectionQuery, readingsQuery } from '../../../data/wearer-queries.ts';

export type ReconnectProps = {
  label: string;
  otherRegion?: boolean;
  onConnected?: () => void;
  onNoStoredLogin: () => void;
};

/** Connects again with the stored login. */
export function Reconnect({ label, otherRegion = false, onConnected, onNoStoredLogin }: ReconnectProps) {
  const client = useQueryClient();
  const attempt = useMutation({
    mutationFn: () => call(reconnect, { body: { otherRegion } }),
    onSuccess: async ({ isSuccess }) => {
      if (!isSuccess) return onNoStoredLogin();
      await Promise.all([client.invalidateQueries(connectionQuery), client.invalidateQueries(readingsQuery)]);
      onConnected?.();
    },
    onError: notifyError,
  });
  return (
    <Button variant="light" loading={attempt.isPending} onClick={() => attempt.mutate()}>
      {label}
    </Button>
  );
}
