import { VERSION } from '../display-documents.ts';
import type { Entry } from '../entries/entry.ts';

const API_VERSION = '3.0.3-alpha';

/** Every collection of version 3. Its clients read whether they may have each of them, and fail without the answer. */
export const collections = ['devicestatus', 'entries', 'food', 'profile', 'settings', 'treatments'] as const;

/** What a reader's token may do with them: `r` of `crud`. */
export const permissions = Object.fromEntries(collections.map((name) => [name, 'r']));

export type Document = ReturnType<typeof toDocument>;

/** An entry as version 3 has it. Readings are never changed, so that both its times of writing are its own. */
export function toDocument({ _id, mills, sysTime: _sysTime, ...entry }: Entry) {
  return {
    ...entry,
    identifier: _id,
    srvCreated: mills,
    srvModified: mills,
    app: 'tealight',
    subject: 'tealight',
    isValid: true,
  };
}

export const versionOf = (now: number) => ({
  version: VERSION,
  apiVersion: API_VERSION,
  srvDate: now,
  storage: { storage: 'tealight', version: API_VERSION },
});

/** Only the fields asked for. */
export function onlyFields<T extends object>(document: T, fields: string | null): Partial<T> {
  if (fields === null || fields === '' || fields === '_all') return document;
  const wanted = new Set(fields.split(','));
  return Object.fromEntries(Object.entries(document).filter(([name]) => wanted.has(name))) as Partial<T>;
}

/** The answer that version 3 wraps everything in. */
export const resultOf = (result: unknown) => ({ status: 200, result });
