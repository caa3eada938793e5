import { useMutation, useQueryClient } from '@tanstack/react-query';
import { disconnect, type SourceType, sourceName } from '@tealight/contract';
import { callDone } from '../../../data/call-done.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { connectionQuery, readingsQuery } from '../../../data/wearer-queries.ts';
import { dashboardText } from '../../../text/dashboard.ts';

export type DisconnectOptions = { type: SourceType; onDone: () => void; successText?: string };

/** Disconnects the source, or erases the login that was kept of it. The caller shows `error` beside its button. */
export function useDisconnect({ type, onDone, successText }: DisconnectOptions) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (clearCredentials: boolean) => callDone(disconnect, { body: { clearCredentials } }),
    onSuccess: async () => {
      notifySuccess(successText ?? dashboardText.disconnect.done({ source: sourceName(type) }));
      await Promise.all([client.invalidateQueries(connectionQuery), client.invalidateQueries(readingsQuery)]);
      onDone();
    },
  });
}
