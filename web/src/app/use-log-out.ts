import { useMutation } from '@tanstack/react-query';
import { signOut } from '@tealight/contract';
import { call } from '../call.ts';
import { session } from '../session.ts';

/** Signs out; here the session ends whatever the server says, and its guards lead to the login (SHELL-6). */
export function useLogOut() {
  return useMutation({
    mutationFn: () => call(signOut),
    onSettled: () => session.end(),
  });
}
