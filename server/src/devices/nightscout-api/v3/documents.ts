import { VERSION } from '../display-documents.ts';
import type { Entry } from '../entries/entry.ts';
import type { Found } from '../entries/entry-window.ts';
import { modifiedAtOf } from '../entries/modified.ts';

const API_VERSION = '3.0.3-alpha';

/** Every collection of version 3. Clients check their permission for each and fail if one is missing. */
export const collections = ['devicestatus', 'entries', 'food', 'profile', 'settings', 'treatments'] as const;

/** The permission of a read-only token: `r` of `crud`. */
export const permissions = Object.fromEntries(collections.map((name) => [name, 'r']));

export type Document = ReturnType<typeof toDocument>;

/** Entries in version 3. An entry counts as modified where it was filled in after newer ones: `modifiedAtOf`. */
export const documentsOf = (entries: readonly Entry[], { spans }: Pick<Found, 'spans'>): Document[] =>
  entries.map((entry) => toDocument(entry, modifiedAtOf(spans, entry.date)));

function toDocument({ _id, mills, sysTime: _sysTime, ...entry }: Entry, srvModified: number) {
  return {
    ...entry,
    identifier: _id,
    srvCreated: mills,
    srvModified,
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

/** The envelope of every response in version 3. */
export const resultOf = (result: unknown) => ({ status: 200, result });
