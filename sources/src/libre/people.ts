import * as z from 'zod';
import type { Person } from '../follows.ts';
import { SourceError } from '../trouble.ts';
import type { LibreBody } from './ask-libre.ts';

const Connection = z.object({
  patientId: z.string().min(1),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
});

/** The answer about connections → people; `data: null` is nobody. Throws `SourceError` `unreadable`. */
export function toPeople({ data }: LibreBody): Person[] {
  const list = z.array(Connection).safeParse(data ?? []);
  if (!list.success) throw new SourceError('libre', 'unreadable', { cause: 'no list of connections' });
  return list.data.map(({ patientId, firstName, lastName }) => ({
    id: patientId,
    name: [firstName, lastName].filter(Boolean).join(' '),
  }));
}
