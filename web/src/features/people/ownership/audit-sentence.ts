import type { AuditEntry } from '@tealight/contract';
import { descriptors } from '@tealight/sources/descriptors';
import { alarmKindText } from '../../../text/alarms/kinds.ts';
import { auditText } from '../../../text/people/audit.ts';
import { rightsText } from '../../../text/people/rights.ts';

/** One entry of the list as a sentence. What an entry lacks is left out; a missing name is 'Somebody'. */
export function auditSentence({ kind, by, about, detail }: AuditEntry): string {
  const named: Readonly<Record<string, string>> = rightsText.give;
  const { role, rights, link = '', source = '', from = '', to = '' } = detail;
  return auditText.sentences[kind]({
    by: by ?? auditText.somebody,
    about: about ?? auditText.somebody,
    role: role === undefined ? '' : rightsText.roles[role],
    rights: (rights ?? [])
      .flatMap((right) => named[right] ?? [])
      .join(', ')
      .toLowerCase(),
    how: detail.by === undefined ? '' : auditText.how[detail.by],
    alarm: detail.alarm === undefined ? '' : alarmKindText.inSentence[detail.alarm],
    source: descriptors.find(({ type }) => type === source)?.label ?? source,
    link,
    from,
    to,
  });
}
