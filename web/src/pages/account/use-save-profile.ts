import { useMutation, useQueryClient } from '@tanstack/react-query';
import { updateProfile } from '@tealight/contract';
import { call } from '../../call.ts';
import { complain, tell } from '../../notices.ts';
import { userQuery } from '../../queries.ts';
import type { Profile } from './profile.ts';

/** `photo`: a new one; null removes the present one; absent leaves it as it is. */
export type ProfileChange = { profile: Profile; photo?: Blob | null };

/** Saves name, country and photo in one form, then asks for the user anew. */
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
      tell('Your account has been updated');
      onSaved();
    },
    onError: complain,
  });
}
