import { createHash } from 'node:crypto';

/** One entry as a site stores it; `date` in epoch ms, `sgv` in mg/dL. */
export type Entry = Record<string, unknown> & { date: number; sgv: number };

const directions: readonly [number, string][] = [
  [3, 'DoubleUp'],
  [2, 'SingleUp'],
  [1, 'FortyFiveUp'],
  [-1, 'Flat'],
  [-2, 'FortyFiveDown'],
  [-3, 'SingleDown'],
];

export function directionOf(perMinute: number): string {
  return directions.find(([above]) => perMinute > above)?.[1] ?? 'DoubleDown';
}

export function entryOf(
  date: number,
  sgv: number,
  { direction = 'Flat', device = 'simulated-phone' } = {},
): Entry {
  const dateString = new Date(date).toISOString();
  const _id = createHash('sha1').update(`${device}${date}`).digest('hex').slice(0, 24);
  const raw = { filtered: 0, unfiltered: 0, rssi: 100, noise: 1 };
  return {
    _id,
    type: 'sgv',
    sgv,
    date,
    dateString,
    direction,
    device,
    ...raw,
    sysTime: dateString,
    utcOffset: 0,
  };
}

/** A filter of API v1 (`find[date][$gt]=…`) or API v3 (`date$gt=…`). */
export type Filter = { field: string; operator: string; value: string };

/** API v1: all conditions apply. Source: lib/server/query.js, `walker` and `create`. */
export function filtersOf(query: URLSearchParams): Filter[] {
  return [...query].flatMap(([key, value]) => {
    const found = key.match(/^find\[(\w+)\](?:\[\$(\w+)\])?$/);
    return found ? [{ field: found[1] ?? '', operator: found[2] ?? 'eq', value }] : [];
  });
}

/**
 * API v3: of several conditions on one field only the last applies, and deleted entries are not found.
 * Source: lib/api3/storage/mongoCollection/utils.js, `parseFilter`; lib/api3/generic/search/operation.js, `onlyValid`.
 */
export function filtersOfV3(query: URLSearchParams): Filter[] {
  const reserved = ['token', 'sort', 'sort$desc', 'limit', 'skip', 'fields', 'now'];
  const given = [...query].filter(([key]) => !reserved.includes(key));
  const byField = new Map(
    given.map(([key, value]): [string, Filter] => {
      const [, field = key, operator = 'eq'] = key.match(/^(.*)\$([a-zA-Z]+)$/) ?? [];
      return [field, { field, operator, value }];
    }),
  );
  return [...byField.values(), { field: 'isValid', operator: 'ne', value: 'false' }];
}

/** Only the fields asked for. Source: lib/api3/shared/fieldsProjector.js. */
export function projected(entry: Entry, fields: string | null): object {
  if (!fields || fields === '_all') return entry;
  const wanted = fields.split(',');
  return Object.fromEntries(Object.entries(entry).filter(([name]) => wanted.includes(name)));
}

/** Numbers compare as whole numbers, everything else as text and with its case, as the database does. */
export function fits(entry: Entry, { field, operator, value }: Filter): boolean {
  const has = entry[field];
  const [a, b] = typeof has === 'number' ? [has, Math.trunc(Number(value))] : [String(has), value];
  if (operator === 'gt') return a > b;
  if (operator === 'gte') return a >= b;
  if (operator === 'lt') return a < b;
  if (operator === 'lte') return a <= b;
  return operator === 'ne' ? a !== b : a === b;
}

/** The span of a query; four days without a condition on time. */
export function spanOf(filters: readonly Filter[], now: number): { from: number; to: number } {
  const span = { from: Number.NEGATIVE_INFINITY, to: now };
  const dated = filters.filter(({ field }) => field === 'date' || field === 'dateString');
  if (dated.length === 0) return { from: now - 4 * 24 * 60 * 60_000, to: now };
  for (const { field, operator, value } of dated) {
    const at = field === 'date' ? Math.trunc(Number(value)) : Date.parse(value);
    if (/^(gte?|eq)$/.test(operator)) span.from = Math.max(span.from, at - 1);
    if (/^(lte?|eq)$/.test(operator)) span.to = Math.min(span.to, at);
  }
  return span;
}

export function isBadFilter({ field, value }: Filter): boolean {
  return /^(date|sgv|noise)$/.test(field) && Number.isNaN(Number.parseInt(value, 10));
}

export function inTabs(entries: readonly Entry[]): string {
  const columns = ['dateString', 'date', 'sgv', 'direction', 'device'];
  return entries
    .map((entry) => columns.map((column) => JSON.stringify(entry[column])).join('\t'))
    .join('\r\n');
}
