import * as z from 'zod';
import { MOST_PEOPLE, type Person } from '../follows.ts';
import { LONGEST_NAME } from '../tokens.ts';
import { SourceError } from '../trouble.ts';
import type { LibreBody } from './ask-libre.ts';

const Connection = z.object({
  patientId: z.string().min(1).max(LONGEST_NAME),
  firstName: z.string().max(LONGEST_NAME).nullish(),
  lastName: z.string().max(LONGEST_NAME).nullish(),
});

/** The answer about connections → people; `data: null` is nobody. Throws `SourceError` `unreadable`. */
export function toPeople({ data }: LibreBody): Person[] {
  const list = z
    .array(Connection)
    .max(MOST_PEOPLE)
    .safeParse(data ?? []);
  if (!list.success) throw new SourceError('libre', 'unreadable', { cause: 'no list of connections' });
  return list.data.map(({ patientId, firstName, lastName }) => ({
    id: patientId,
    name: [firstName, lastName].filter(Boolean).join(' '),
  }));
}
