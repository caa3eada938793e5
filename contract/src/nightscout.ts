import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { Done } from './reply.ts';
import { required } from './sign-in-field.ts';

export const NightscoutLogin = z.strictObject({
  endpoint: required('Endpoint', 2048).check(z.trim(), z.minLength(1, 'Endpoint is required')),
  apiSecret: required('Api Secret', 512),
});

export const connectNightscout = {
  title: 'Connect a Nightscout site',
  method: 'POST',
  path: '/api/v1/NightScout/authorization',
  access: 'wearer',
  body: NightscoutLogin,
  reply: Done,
  problems: ['not-signed-in', 'source-refused'],
} as const satisfies Call;
