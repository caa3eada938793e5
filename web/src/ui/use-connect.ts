import { useMutation, useQueryClient } from '@tanstack/react-query';
import { connectDexcomShare, connectLibre, connectNightscout } from '@tealight/contract';
import { call } from '../call.ts';
import { complain, tell } from '../notices.ts';
import { connectorOf, type SourceType } from './connectors.ts';
import type { SourceLogin } from './use-connector-entry.ts';
import { connectionQuery, readingsQuery } from './wearer-queries.ts';

/** Sends a login to the server, which tries it at the vendor before it answers. */
async function send({ type, typed, region }: SourceLogin): Promise<unknown> {
  const { username = '', password = '', endpoint = '', apiSecret = '' } = typed;
  switch (type) {
    case 'dexcom':
      return call(connectDexcomShare, { body: { username, password, ...(region && { region }) } });
    case 'freeStyleLibre':
      return call(connectLibre, { body: { username, password } });
    case 'nightScout':
      return call(connectNightscout, { body: { endpoint, apiSecret } });
    case 'medtronic':
      throw new Error('Medtronic is connected through the remote browser');
  }
}

/** Connects a source; success is told, and readings and status are asked for anew. */
export function useConnect(onConnected: (type: SourceType) => unknown) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (_, { type }) => {
      tell(connectorOf(type).connected);
      await Promise.all([client.invalidateQueries(readingsQuery), client.invalidateQueries(connectionQuery)]);
      await onConnected(type);
    },
    onError: complain,
  });
}
