import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changePassword, listSessions } from '@tealight/contract';
import { CallFailed, call } from '../../data/call.ts';
import { notifySuccess } from '../../data/notices.ts';
import { accountText } from '../../text/account.ts';

export type PasswordChange = { currentPassword: string; newPassword: string };

/** Changes the password; all other sessions end. */
export function useChangePassword(onChanged: () => void) {
  const client = useQueryClient();
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: ({ currentPassword, newPassword }: PasswordChange) =>
      call(changePassword, { body: { currentPassword, newPassword, confirmNewPassword: newPassword } }),
    onSuccess: async () => {
      notifySuccess(accountText.password.changed);
      onChanged();
      await client.invalidateQueries({ queryKey: [listSessions.path] });
    },
  });
  const isWrong = error instanceof CallFailed && error.code === 'wrong-password';
  /** The server's error for this current password; the same password is not sent again. */
  const failureOf = (currentPassword: string) =>
    isWrong && variables?.currentPassword === currentPassword ? error.messages[0] : undefined;
  return { change: mutate, isPending, isWrong, error, failureOf };
}
