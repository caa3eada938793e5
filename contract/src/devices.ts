import { trends, units } from '@tealight/glucose';
import * as z from 'zod/mini';
import { Moment } from './reply.ts';

/** Crockford's base32 without I, L, O and U: ten characters, 50 bits. */
export const codeLetters = '0123456789abcdefghjkmnpqrstvwxyz';
export const CODE_LENGTH = 10;

/** A typed code in its one form, or null: case and dashes do not count, I and L read as 1, O as 0. */
export function normalCode(typed: string): string | null {
  const plain = typed.toLowerCase().replace(/[\s-]/g, '').replace(/[il]/g, '1').replace(/o/g, '0');
  return plain.length === CODE_LENGTH && [...plain].every((letter) => codeLetters.includes(letter))
    ? plain
    : null;
}

/** A code as people read it: `xxxxx-xxxxx`. */
export const showCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** What a device is told: how to glow now, and until when that holds. */
export const GlowMessage = z.object({
  color: z.string(),
  flash: z.boolean(),
  /** 0 to 1. */
  brightness: z.number(),
  zone: z.nullable(z.enum(['low', 'in-range', 'high'])),
  /** True when there is no current reading: value and text are then empty. */
  stale: z.boolean(),
  value: z.nullable(z.number()),
  unit: z.enum(units),
  text: z.string(),
  trend: z.enum(trends),
  delta: z.nullable(z.number()),
  time: z.nullable(Moment),
  validUntil: z.nullable(Moment),
});
export type GlowMessage = z.output<typeof GlowMessage>;

export const feedPath = '/device/v1/feed';
export const glowPath = '/device/v1/glow';
/** WebSocket close code for a code that is unknown or was replaced; the device asks its owner for the new one. */
export const WRONG_CODE_CLOSE = 4403;
/** WebSocket close code for a device that guesses too often. */
export const SLOW_DOWN_CLOSE = 4429;
