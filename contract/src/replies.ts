import * as z from 'zod/mini';

/** The reply of calls without other data. */
export const Done = z.object({ isSuccess: z.boolean() });
/** A time, ISO 8601 in UTC. */
export const Moment = z.string();
/** The reply of calls that return a file. */
export const AFile = z.undefined();
