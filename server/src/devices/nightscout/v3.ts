import type { Reading } from '@tealight/glucose';
import { type Entry, toEntries } from './entry.ts';
import { countOf } from './query.ts';
import { VERSION } from './shapes.ts';

const API_VERSION = '3.0.3-alpha';
const USUAL_LIMIT = 100;
const MOST = 1000;

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

/** Where version 3 looks for entries: a span (epoch ms, the end not included) and how many, from the newest on. */
export type Search = {
  from: number;
  until: number;
  limit: number;
  skip: number;
  oldestFirst: boolean;
  none: boolean;
};

/** Reads a version 3 query; null for a limit that it refuses. */
export function searchOf(query: URLSearchParams, now: number): Search | null {
  const asked = query.get('limit');
  const limit = asked === null ? USUAL_LIMIT : Number(asked);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) return null;
  const bound = (operator: string): number | null => {
    const value = query.get(`date$${operator}`);
    if (value === null) return null;
    const at = /^\d+(\.\d+)?$/.test(value) ? Math.trunc(Number(value)) : Date.parse(value);
    return Number.isNaN(at) ? null : at;
  };
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map(bound);
  const type = query.get('type') ?? query.get('type$eq') ?? 'sgv';
  return {
    from: Math.max(gt == null ? 0 : gt + 1, gte ?? 0),
    until: Math.min(lt ?? Number.POSITIVE_INFINITY, lte == null ? Number.POSITIVE_INFINITY : lte + 1, now),
    limit,
    skip: query.has('skip') ? countOf(query.get('skip')) : 0,
    oldestFirst: query.get('sort') === 'date',
    none: type !== 'sgv',
  };
}

/** The documents a search finds among the wearer's readings of its span, newest first. */
export function found(wearerId: number, readings: readonly Reading[], { skip, limit, oldestFirst }: Search) {
  const entries = toEntries(wearerId, readings, readings.length);
  const ordered = oldestFirst ? entries.reverse() : entries;
  return ordered.slice(skip, skip + limit).map(toDocument);
}

/** Only the fields asked for. */
export function onlyFields<T extends object>(document: T, fields: string | null): Partial<T> {
  if (fields === null || fields === '_all') return document;
  const wanted = new Set(fields.split(','));
  return Object.fromEntries(Object.entries(document).filter(([name]) => wanted.has(name))) as Partial<T>;
}
