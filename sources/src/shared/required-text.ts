import * as z from 'zod/mini';

/** A text that must not be empty once it is trimmed; the error names its label. */
export const required = (label: string, max: number) =>
  z
    .string(`${label} is required`)
    .check(z.trim(), z.minLength(1, `${label} is required`), z.maxLength(max, `${label} is too long`));

/** A password or secret that must not be empty. It is not trimmed, but blanks alone count as empty. */
export const requiredSecret = (label: string, max: number) =>
  z.string(`${label} is required`).check(
    z.minLength(1, { error: `${label} is required`, abort: true }),
    z.refine((secret) => secret.trim() !== '', `${label} is required`),
    z.maxLength(max, `${label} is too long`),
  );
