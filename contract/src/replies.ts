import * as z from 'zod/mini';

/** The answer of calls that have nothing else to say. */
export const Done = z.object({ isSuccess: z.boolean() });
/** A moment, ISO 8601 in UTC. */
export const Moment = z.string();
/** The reply of calls that answer with a file. */
export const AFile = z.undefined();
