import { useMutation } from '@tanstack/react-query';
import { resendConfirm } from '@tealight/contract';
import { call } from '../call.ts';
import { complain, tell } from '../notices.ts';

/** Sends the mail with the confirmation link again (SUP-5). */
export function useResendConfirm() {
  return useMutation({
    mutationFn: (email: string) => call(resendConfirm, { query: { email } }),
    onSuccess: () => tell('Email sent'),
    onError: () => complain('Email not sent, please try again'),
  });
}
