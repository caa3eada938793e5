import * as z from 'zod/mini';

/** A text that must be there, told by its label. */
export const required = (label: string, max: number) =>
  z
    .string(`${label} is required`)
    .check(z.minLength(1, `${label} is required`), z.maxLength(max, `${label} is too long`));
