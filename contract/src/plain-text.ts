import * as z from 'zod/mini';

/** Every script is allowed; control characters and direction marks, which could hide what a name says, are not. */
export const plainCharacters = (error: string) => z.regex(/^[^\p{Cc}\u202A-\u202E\u2066-\u2069]*$/u, error);
