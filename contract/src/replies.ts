import * as z from 'zod/mini';

/** The reply of calls without other data. */
export const SuccessReply = z.object({ isSuccess: z.boolean() });
/** A time, ISO 8601 in UTC. */
export const Moment = z.string();
/** The reply of calls that return a file. */
export const FileReply = z.undefined();
