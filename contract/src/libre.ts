import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { Done } from './reply.ts';
import { required } from './sign-in-field.ts';

export const LibreLogin = z.strictObject({
  /** The e-mail address of the LibreLinkUp account. */
  username: required('Email', 256).check(z.trim(), z.minLength(1, 'Email is required')),
  password: required('Password', 256),
  /** Whose readings to show, where several people share with this login. */
  patientId: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
});

export const connectLibre = {
  title: 'Connect FreeStyle Libre by a LibreLinkUp login',
  method: 'POST',
  path: '/api/v1/FreeStyleLibre/authorization',
  access: 'wearer',
  body: LibreLogin,
  reply: Done,
  problems: ['not-signed-in', 'source-refused', 'not-offered'],
} as const satisfies Call;
