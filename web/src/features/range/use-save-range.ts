import { useMutation, useQueryClient } from '@tanstack/react-query';
import { saveRange, saveSettings } from '@tealight/contract';
import { call } from '../../data/call.ts';
import { notifyError } from '../../data/notices.ts';
import { userQuery } from '../../data/queries.ts';
import { shownWearer } from '../../data/wearer/shown-wearer.ts';
import { readingsQuery } from '../../data/wearer-queries.ts';
import type { RangeChoice } from './RangeForm.tsx';

/** Saves the range, then the flashes and the palette, and refetches the user. */
export function useSaveRange(onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ range, flash, palette }: RangeChoice) => {
      // Both are of one wearer, whomever the page shows when the first is answered.
      const { id } = shownWearer();
      const wearer = id === null ? {} : { wearer: id };
      await call(saveRange, { body: range, ...wearer });
      await call(saveSettings, { body: { lowFlash: flash.low, highFlash: flash.high, palette }, ...wearer });
    },
    onSuccess: async () => {
      await Promise.all([client.invalidateQueries(userQuery), client.invalidateQueries(readingsQuery)]);
      onSaved();
    },
    onError: notifyError,
  });
}
