import { WearerName } from '@tealight/contract';
import * as z from 'zod/mini';

/** A name as it is typed; nothing typed is null. */
export const TypedName = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => (typed.trim() === '' ? null : typed)),
  ),
  z.nullable(WearerName),
);
