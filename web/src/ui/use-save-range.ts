import { useMutation, useQueryClient } from '@tanstack/react-query';
import { saveRange, saveSettings } from '@tealight/contract';
import { call } from '../call.ts';
import { complain } from '../notices.ts';
import { userQuery } from '../queries.ts';
import type { RangeChoice } from './RangeForm.tsx';
import { readingsQuery } from './wearer-queries.ts';

/** Saves the range, then the flashes and the palette, and asks for the user anew. */
export function useSaveRange(onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ range, flash, palette }: RangeChoice) => {
      await call(saveRange, { body: range });
      await call(saveSettings, { body: { lowFlash: flash.low, highFlash: flash.high, palette } });
    },
    onSuccess: async () => {
      await Promise.all([client.invalidateQueries(userQuery), client.invalidateQueries(readingsQuery)]);
      onSaved();
    },
    onError: complain,
  });
}
