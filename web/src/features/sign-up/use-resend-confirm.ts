import { useMutation } from '@tanstack/react-query';
import { resendConfirm } from '@tealight/contract';
import { callDone } from '../../data/call-done.ts';
import { notifyError, notifySuccess } from '../../data/notices.ts';
import { commonText } from '../../text/common.ts';

/** Sends the email with the confirmation link again (SUP-5). */
export function useResendConfirm() {
  return useMutation({
    mutationFn: (email: string) => callDone(resendConfirm, { query: { email } }),
    onSuccess: () => notifySuccess(commonText.emailSent.done),
    onError: () => notifyError(commonText.emailSent.failed),
  });
}
