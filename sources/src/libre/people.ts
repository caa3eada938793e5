import * as z from 'zod';
import { MAX_NAME_LENGTH } from '../shared/length-limits.ts';
import { MAX_PEOPLE } from '../shared/select-person.ts';
import type { Person } from '../source.ts';
import { SourceError } from '../source-error.ts';
import type { LibreBody } from './call-libre.ts';

const Connection = z.object({
  patientId: z.string().min(1).max(MAX_NAME_LENGTH),
  firstName: z.string().max(MAX_NAME_LENGTH).nullish(),
  lastName: z.string().max(MAX_NAME_LENGTH).nullish(),
});

/** The response with the connections → people; `data: null` is nobody. Throws `SourceError` `unreadable`. */
export function toPeople({ data }: LibreBody): Person[] {
  const list = z
    .array(Connection)
    .max(MAX_PEOPLE)
    .safeParse(data ?? []);
  if (!list.success) throw new SourceError('libre', 'unreadable', { cause: 'no list of connections' });
  return list.data.map(({ patientId, firstName, lastName }) => ({
    id: patientId,
    name: [firstName, lastName].filter(Boolean).join(' '),
  }));
}
