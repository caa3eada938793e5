import { addWearer } from '@tealight/contract';
import * as z from 'zod/mini';

/** A year of birth as it is typed; nothing typed is null. */
export const TypedBirthYear = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text): number | null | undefined => (text.trim() === '' ? null : Number(text))),
  ),
  addWearer.body.shape.birthYear,
);
