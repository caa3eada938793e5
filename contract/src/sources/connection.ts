import { sourceErrorCodes } from '@tealight/sources/descriptors';
import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { cgmConnectionPath } from '../readings/readings.ts';
import { Moment, SuccessReply } from '../replies.ts';
import { remedies } from './connection-errors.ts';
import { connectionTypes, sourceTypes } from './source-type.ts';

export const connectionStatuses = ['allGood', 'noCurrentData', 'noConnectionSetup'] as const;

/** `status` and `connectionType` as in the specification; the other members say since when and why. */
export const ConnectionStatus = z.object({
  status: z.enum(connectionStatuses),
  connectionType: z.enum(connectionTypes),
  /** The name of the source that connects it, where several have this type; absent without a connection. */
  source: z.optional(z.string()),
  /**
   * The state of the connection: `checking` until the first answer, `silent` when the sensor sends nothing, `problem` while
   * Tealight itself has one.
   */
  state: z.enum(['none', 'checking', 'fine', 'silent', 'error', 'problem']),
  errorCode: z.nullable(z.enum(sourceErrorCodes)),
  /** The error and its remedy as a sentence for people; null without one. */
  text: z.nullable(z.string()),
  /** The remedy of the error; null without one. */
  remedy: z.nullable(z.enum(remedies)),
  /** Since when it has this state. */
  since: z.nullable(Moment),
  lastReadingAt: z.nullable(Moment),
  nextTryAt: z.nullable(Moment),
  /** After a disconnect that kept the login: of which source. `reconnect` uses it. */
  savedLogin: z.nullable(z.enum(sourceTypes)),
});
export type ConnectionStatus = z.output<typeof ConnectionStatus>;

/** The status without a connection. */
export const noConnection: ConnectionStatus = {
  status: 'noConnectionSetup',
  connectionType: 'none',
  state: 'none',
  errorCode: null,
  text: null,
  remedy: null,
  since: null,
  lastReadingAt: null,
  nextTryAt: null,
  savedLogin: null,
};

/** The sentence shown while Tealight itself has a problem. */
export const problemText =
  'Tealight has a problem, so new readings may not arrive. Your sensor is not the cause. Use the app of your sensor until this is over';

export const cgmConnection = {
  title: 'How the connection to the source stands',
  method: 'GET',
  path: cgmConnectionPath,
  access: { right: 'see-now' },
  reply: ConnectionStatus,
  problems: [],
} as const satisfies Call;

export const disconnect = {
  title: 'Disconnect the source; with clearCredentials the stored credentials are erased at once',
  method: 'POST',
  path: '/api/v1/Readings/cgm-connection/disconnect',
  access: { right: 'sources' },
  body: z.strictObject({ clearCredentials: z.boolean() }),
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;

export const reconnect = {
  title: 'Connect again with the credentials that were kept; isSuccess is false when none were',
  method: 'POST',
  path: '/api/v1/Readings/cgm-connection/reconnect',
  access: { right: 'sources' },
  body: z.optional(
    z.nullable(
      z.strictObject({
        /** Dexcom alone: at another region than the one that was tried last. */
        otherRegion: z.optional(z.boolean()),
      }),
    ),
  ),
  reply: SuccessReply,
  problems: ['source-refused'],
} as const satisfies Call;

/** A source is checked at most this often because the wearer asks. Own choice. */
export const CHECK_NOW_EVERY_MS = 15_000;

export const checkNow = {
  title: 'Check the source now, once in 15 s; isSuccess is false where it allows no call before the next one',
  method: 'POST',
  path: '/api/v1/Readings/cgm-connection/check-now',
  access: { right: 'see-now' },
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;

/** A person whose readings the connected login may see, with the name that the source gives. */
export const SharingPerson = z.object({ id: z.string(), name: z.string() });
export type SharingPerson = z.output<typeof SharingPerson>;

export const listPeople = {
  title: 'Who shares readings with the connected login; nobody where there is no choice',
  method: 'GET',
  path: '/api/v1/Readings/cgm-connection/people',
  access: { right: 'sources' },
  reply: z.object({ people: z.array(SharingPerson) }),
  problems: ['source-refused'],
} as const satisfies Call;

export const choosePerson = {
  title: 'Choose whose readings to show, where several people share with the connected login',
  method: 'POST',
  path: '/api/v1/Readings/cgm-connection/person',
  access: { right: 'sources' },
  body: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(256)) }),
  reply: SuccessReply,
  problems: ['source-refused'],
} as const satisfies Call;
