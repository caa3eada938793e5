import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { connectionTypes } from './connection-type.ts';
import { Done, Moment } from './reply.ts';
import { troubles } from './trouble.ts';

export const connectionStatuses = ['allGood', 'noCurrentData', 'noConnectionSetup'] as const;

/** `status` and `connectionType` as the specification has them; the rest says since when and why. */
export const ConnectionStatus = z.object({
  status: z.enum(connectionStatuses),
  connectionType: z.enum(connectionTypes),
  /** Where the link stands: `checking` until the first answer, `silent` when the sensor sends nothing. */
  state: z.enum(['none', 'checking', 'fine', 'silent', 'trouble']),
  trouble: z.nullable(z.enum(troubles)),
  /** What is wrong and what to do, for people; null when all is good. */
  text: z.nullable(z.string()),
  /** Since when it stands like this. */
  since: z.nullable(Moment),
  lastReadingAt: z.nullable(Moment),
  nextTryAt: z.nullable(Moment),
});
export type ConnectionStatus = z.output<typeof ConnectionStatus>;

export const cgmConnection = {
  title: 'How the connection to the source stands',
  method: 'GET',
  path: '/api/v1/Readings/cgm-connection',
  access: 'wearer',
  reply: ConnectionStatus,
  problems: ['not-signed-in'],
} as const satisfies Call;

export const disconnect = {
  title: 'Disconnect the source; with clearCredentials the stored credentials are erased at once',
  method: 'POST',
  path: '/api/v1/Readings/cgm-connection/disconnect',
  access: 'wearer',
  body: z.strictObject({ clearCredentials: z.boolean() }),
  reply: Done,
  problems: ['not-signed-in'],
} as const satisfies Call;
