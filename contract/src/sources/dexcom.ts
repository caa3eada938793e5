import { required } from '@tealight/sources/descriptors';
import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { SuccessReply } from '../replies.ts';

const base = '/api/v1/Dexcom/authorization';

export const dexcomLoginUrl = {
  title: 'Where to sign in at Dexcom, so that a code comes back to the app',
  method: 'GET',
  path: base,
  access: { right: 'sources' },
  reply: z.object({ loginUrl: z.string() }),
  problems: ['not-offered'],
} as const satisfies Call;

export const DexcomCode = z.strictObject({
  code: required('Code', 2048),
  /** The state that came back beside the code, when the app still has it. */
  state: z.optional(z.string().check(z.maxLength(512))),
});

export const completeDexcom = {
  title: 'Connect Dexcom with the code that came back from its sign-in page',
  method: 'POST',
  path: `${base}/complete`,
  access: { right: 'sources' },
  body: DexcomCode,
  reply: SuccessReply,
  problems: ['source-refused', 'not-offered'],
} as const satisfies Call;
