import { type SourceErrorCode, sourceErrorCodes } from '@tealight/sources/descriptors';
import * as z from 'zod/mini';

/** All problem codes of calls, each with its status and its sentence for people. */
export const problems = {
  'invalid-input': { status: 400, title: 'Some fields are not valid' },
  'unreadable-body': { status: 400, title: 'The body of the request could not be read' },
  'not-signed-in': { status: 401, title: 'Please sign in again' },
  'wrong-sign-in': { status: 401, title: 'Incorrect email or password' },
  'email-not-confirmed': {
    status: 403,
    title: 'Please confirm your email first: click the link we emailed to you',
  },
  'wrong-password': { status: 403, title: 'Incorrect current password' },
  'link-expired': { status: 410, title: 'This link has expired or is no longer valid' },
  'already-confirmed': {
    status: 409,
    title:
      'This account is already active: to remove it, reset its password, sign in and delete it on the Security page',
  },
  'not-found': { status: 404, title: 'There is nothing here' },
  'method-not-allowed': { status: 405, title: 'This address does not support that method' },
  'too-large': { status: 413, title: 'That is too large' },
  'unsupported-media': { status: 415, title: 'This kind of content is not supported here' },
  'no-image': {
    status: 422,
    title: 'We couldn’t read this image. Choose a JPEG, PNG, WebP, AVIF or GIF of up to 16 megapixels',
  },
  'not-allowed': { status: 403, title: 'You may look, but not change this' },
  'no-such-wearer': { status: 404, title: 'You do not follow this person, or no longer do' },
  'no-such-follower': { status: 404, title: 'This person does not follow any more' },
  'no-such-invitation': { status: 404, title: 'This invitation is not open any more' },
  'no-such-link': { status: 404, title: 'This link does not exist any more' },
  'no-such-alarm': { status: 404, title: 'This alarm is over' },
  'no-such-device': { status: 404, title: 'This device is not known any more' },
  'no-such-channel': { status: 404, title: 'This channel does not exist any more' },
  'too-many-channels': {
    status: 409,
    title: 'You have as many channels as Tealight allows: remove one first',
  },
  'alarms-not-accepted': {
    status: 409,
    title: 'Before alarms are switched on, somebody must read and accept what they cannot do',
  },
  'no-hand-over': { status: 404, title: 'No hand-over is agreed' },
  'own-wearer': { status: 409, title: 'This is your own wearer' },
  'other-address': { status: 403, title: 'This invitation is for another email address' },
  'too-many-wearers': {
    status: 409,
    title: 'You have as many people here as Tealight allows: remove one first',
  },
  'new-owner-at-limit': {
    status: 409,
    title: 'The new owner has as many people as Tealight allows, and has to remove one first',
  },
  'too-many-followers': {
    status: 409,
    title: 'As many people follow already as Tealight allows: the owner has to remove somebody first',
  },
  'too-many-invitations': { status: 409, title: 'Too many invitations are open: withdraw one first' },
  'too-many-links': { status: 409, title: 'There are too many links: end one first' },
  'source-refused': { status: 422, title: 'The source could not be connected' },
  'not-offered': { status: 409, title: 'This source is not offered on this server' },
  'wrong-code': { status: 403, title: 'Unknown connection code. You find your code on the dashboard' },
  'too-many-tries': { status: 429, title: 'Too many attempts. Please wait a moment' },
  'not-ready': { status: 503, title: 'Tealight is starting or stopping: try again in a moment' },
  unavailable: {
    status: 503,
    title: 'Tealight has a problem and cannot answer now. Try again in a minute',
  },
  'our-fault': { status: 500, title: 'Something went wrong on our side' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** The problem codes that any call may answer with. */
export const commonProblems = [
  'invalid-input',
  'unreadable-body',
  'not-found',
  'method-not-allowed',
  'too-large',
  'unsupported-media',
  'too-many-tries',
  'not-ready',
  'unavailable',
  'our-fault',
] as const satisfies readonly ProblemCode[];

const prefix = 'urn:tealight:problem:';

/** RFC 9457 problem details; `errors` maps a field to its messages when several things are wrong. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  /** With `source-refused`: the code of the error at the source. */
  errorCode: z.optional(z.enum(sourceErrorCodes)),
});
export type Problem = z.output<typeof Problem>;

export type ProblemDetails = {
  title?: string;
  errors?: Record<string, string[]>;
  errorCode?: SourceErrorCode;
};

/** The body of a problem response. */
export function problemOf(code: ProblemCode, more: ProblemDetails = {}): Problem {
  const { status, title } = problems[code];
  return {
    type: prefix + code,
    title: more.title ?? title,
    status,
    ...(more.errors && { errors: more.errors }),
    ...(more.errorCode && { errorCode: more.errorCode }),
  };
}

/** The code of a received problem, or null for one that is not ours. */
export function problemCodeOf(problem: Problem): ProblemCode | null {
  const code = problem.type.slice(prefix.length);
  return problem.type.startsWith(prefix) && Object.hasOwn(problems, code) ? (code as ProblemCode) : null;
}
