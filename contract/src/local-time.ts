import { isTimeZone } from '@tealight/glucose';
import * as z from 'zod/mini';

/** IANA name, such as `Europe/Berlin`. */
export const TimeZone = z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, 'This time zone is not known'));

/** Minutes after midnight. */
export const MinuteOfDay = z.int().check(z.minimum(0), z.maximum(24 * 60 - 1));
