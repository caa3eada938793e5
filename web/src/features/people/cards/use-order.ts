import { useMutation } from '@tanstack/react-query';
import { orderWearers } from '@tealight/contract';
import { callDone } from '../../../data/call-done.ts';
import { notifyError } from '../../../data/notices.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { wearersQuery } from '../../../data/wearer/wearers.ts';

/** Saves the reader's own order; the list shows it at once. */
export function useSaveOrder(): (ids: readonly string[]) => void {
  const { mutate } = useMutation({
    mutationFn: (ids: readonly string[]) => callDone(orderWearers, { body: { ids: [...ids] } }),
    scope: { id: 'order' },
    meta: { quiet: true },
    onError: (error) => {
      notifyError(error);
      void accountClient.invalidateQueries(wearersQuery);
    },
  });
  return (ids) => {
    void accountClient.cancelQueries(wearersQuery);
    accountClient.setQueryData(wearersQuery.queryKey, (before) => {
      if (before === undefined) return before;
      const place = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
      return { ...before, wearers: [...before.wearers].sort((a, b) => place(a.id) - place(b.id)) };
    });
    mutate(ids);
  };
}

/** These ids with one of them a place earlier (-1) or later (1). */
export function moved(ids: readonly string[], id: string, by: -1 | 1): readonly string[] {
  const from = ids.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= ids.length) return ids;
  const rest = ids.filter((other) => other !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}
