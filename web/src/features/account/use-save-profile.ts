import { useMutation, useQueryClient } from '@tanstack/react-query';
import { currentUser, updateProfile } from '@tealight/contract';
import { call } from '../../data/call.ts';
import { notifySuccess } from '../../data/notices.ts';
import { userQuery } from '../../data/queries.ts';
import { accountText } from '../../text/account.ts';
import { type Profile, profileOf } from './profile.ts';

/** `profile`: what was changed of it. `photo`: a new one; null removes the current one; absent keeps it. */
export type ProfileChange = { profile?: Partial<Profile>; photo?: Blob | null };

/** Saves name, country and photo in one form, then refetches the user. What is not changed is sent as it is stored. */
export function useSaveProfile(onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ profile, photo }: ProfileChange) => {
      const stored = profileOf(await call(currentUser));
      return call(updateProfile, {
        body: { ...stored, ...profile, resetUserPhoto: photo === null ? 'true' : 'false' },
        ...(photo && { files: { photo } }),
      });
    },
    onSuccess: async () => {
      await client.invalidateQueries(userQuery);
      notifySuccess(accountText.profile.saved);
      onSaved();
    },
  });
}
