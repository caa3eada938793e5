import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ConnectCall, connectCalls, type SourceType } from '@tealight/contract';
import { callDone } from '../../data/call-done.ts';
import { notifySuccess } from '../../data/notices.ts';
import { connectionQuery, readingsQuery } from '../../data/wearer-queries.ts';
import { connectorOf } from './connectors.ts';
import { useShowConnectError } from './rejection.ts';
import type { SourceLogin } from './use-connection-form.ts';

const callsByType: Partial<Record<SourceType, ConnectCall>> = connectCalls;

/** Sends a login to the server, which tries it at the vendor before it answers. */
async function send({ type, texts, region }: SourceLogin): Promise<void> {
  const connectCall = callsByType[type];
  if (connectCall === undefined) throw new Error(`There is no call that connects ${type} by a login`);
  return callDone(connectCall, { body: { ...texts, ...(region && { region }) } });
}

/** Connects a source; a toast confirms it, and readings and status are fetched again. */
export function useConnect(onConnected: (type: SourceType) => unknown) {
  const client = useQueryClient();
  const showError = useShowConnectError();
  return useMutation({
    mutationFn: send,
    onSuccess: async (_, { type }) => {
      notifySuccess(connectorOf(type).connectedMessage);
      await Promise.all([client.invalidateQueries(readingsQuery), client.invalidateQueries(connectionQuery)]);
      await onConnected(type);
    },
    onError: showError,
  });
}
