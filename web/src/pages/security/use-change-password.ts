import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changePassword, listSessions } from '@tealight/contract';
import { CallFailed, call } from '../../call.ts';
import { complain, tell } from '../../notices.ts';

export type PasswordChange = { currentPassword: string; newPassword: string };

/** Changes the password; other sessions end, this one stays. */
export function useChangePassword(onChanged: () => void) {
  const client = useQueryClient();
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: ({ currentPassword, newPassword }: PasswordChange) =>
      call(changePassword, { body: { currentPassword, newPassword, confirmNewPassword: newPassword } }),
    onSuccess: async () => {
      tell('Your password has been changed successfully');
      onChanged();
      await client.invalidateQueries({ queryKey: [listSessions.path] });
    },
    onError: complain,
  });
  const isWrong = error instanceof CallFailed && error.word === 'wrong-password';
  /** What the server said of this very current password; it is not sent a second time. */
  const refusalOf = (currentPassword: string) =>
    isWrong && variables?.currentPassword === currentPassword ? error.messages[0] : undefined;
  return { change: mutate, isPending, refusalOf };
}
