import { useMutation } from '@tanstack/react-query';
import { type BodyOf, signUp } from '@tealight/contract';
import { call } from '../../call.ts';
import { complain } from '../../notices.ts';

/** Creates an account. The answer is the same for an address that has one already (SUP-7). */
export function useSignUp() {
  const { mutate, isPending, data, variables } = useMutation({
    mutationFn: (body: BodyOf<typeof signUp>) => call(signUp, { body }),
    onError: complain,
  });
  return { create: mutate, isPending, createdFor: data && variables ? variables.email : null };
}
