import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type StorySettings, saveStorySettings } from '@tealight/contract';
import { useEffect } from 'react';
import { call } from '../../../call.ts';
import { complain, tell } from '../../../notices.ts';
import { storyKey } from '../../../ui/wearer-queries.ts';
import { settingsQuery } from './queries.ts';

/** The time zone this browser lives in. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * How the story is told; undefined until it is known. The time zone is this browser's until one is chosen; `zoned`
 * once there is one, or none could be saved.
 */
export function useSettings(): { settings: StorySettings | undefined; zoned: boolean } {
  const { data } = useQuery(settingsQuery);
  const client = useQueryClient();
  const { mutate, isError } = useMutation({
    mutationFn: (body: StorySettings) => call(saveStorySettings, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: storyKey }),
    meta: { quiet: true },
  });
  const needsZone = data !== undefined && data.timeZone === null;
  useEffect(() => {
    if (needsZone) mutate({ ...data, timeZone: browserZone() });
  }, [needsZone, data, mutate]);
  return { settings: data, zoned: data !== undefined && (!needsZone || isError) };
}

/** Saves what the wearer has chosen. */
export function useSaveSettings(onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StorySettings) => call(saveStorySettings, { body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: storyKey });
      tell('Your settings are saved');
      onSaved();
    },
    onError: complain,
  });
}
