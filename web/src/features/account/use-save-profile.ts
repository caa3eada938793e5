import { useMutation, useQueryClient } from '@tanstack/react-query';
import { updateProfile } from '@tealight/contract';
import { call } from '../../data/call.ts';
import { notifySuccess } from '../../data/notices.ts';
import { userQuery } from '../../data/queries.ts';
import { accountText } from '../../text/account.ts';
import type { Profile } from './profile.ts';

/** `photo`: a new one; null removes the current one; absent keeps it. */
export type ProfileChange = { profile: Profile; photo?: Blob | null };

/** Saves name, country and photo in one form, then refetches the user. */
export function useSaveProfile(onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ profile, photo }: ProfileChange) =>
      call(updateProfile, {
        body: { ...profile, resetUserPhoto: photo === null ? 'true' : 'false' },
        ...(photo && { files: { photo } }),
      }),
    onSuccess: async () => {
      await client.invalidateQueries(userQuery);
      notifySuccess(accountText.profile.saved);
      onSaved();
    },
  });
}
