import { useMutation, useQueryClient } from '@tanstack/react-query';
import { currentUser, saveRange, saveSettings } from '@tealight/contract';
import { call, wearerOfPage } from '../../data/call.ts';
import { notifyError } from '../../data/notices.ts';
import { userQuery } from '../../data/queries.ts';
import { readingsQuery } from '../../data/wearer-queries.ts';
import type { RangeChoice } from './RangeForm.tsx';
import { savedChoice } from './saved-choice.ts';

/** Saves the range, then the flashes and the palette, and refetches the user. What is not changed is sent as it is stored. */
export function useSaveRange(onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (changes: Partial<RangeChoice>) => {
      const wearer = wearerOfPage();
      const { range, flash, palette } = { ...savedChoice(await call(currentUser, wearer)), ...changes };
      if (range !== null) await call(saveRange, { body: range, ...wearer });
      await call(saveSettings, { body: { lowFlash: flash.low, highFlash: flash.high, palette }, ...wearer });
    },
    onSuccess: async () => {
      await Promise.all([client.invalidateQueries(userQuery), client.invalidateQueries(readingsQuery)]);
      onSaved();
    },
    onError: notifyError,
  });
}
