import { endOfReadings } from '../readings.ts';
import type { Document } from './documents.ts';

/** The most entries in a response of version 3, and its default. Source: lib/api3/const.json. */
const MAX_LIMIT = 1000;
/** The largest `skip`; a client can page by date instead. Own choice: skipped entries have to be read. */
const MAX_SKIPPED = 5000;

/** A parsed query: a span of `date` (epoch ms, the end not included), its order and count, and a condition. */
export type Search = {
  from: number;
  until: number;
  limit: number;
  skip: number;
  end: 'newest' | 'oldest';
  fits: ((document: Document) => boolean) | null;
  /** No entry that was modified before fits (epoch ms); 0 where any may. */
  modifiedFrom: number;
};

type Filter = { field: string; operator: string; value: string };

const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin'];
/** Source: lib/api3/generic/search/input.js. Clients add other parameters to bypass caches. */
const reserved = ['token', 'secret', 'sort', 'sort$desc', 'limit', 'skip', 'fields', 'now'];
/** The time of the reading. `srvModified` may be later. */
const moments = ['date', 'mills', 'srvCreated'];

/** Parses a version 3 query; a text is the error message. */
export function searchOf(query: URLSearchParams, now: number): Search | string {
  const limit = limitOf(query);
  if (limit === null) return 'Parameter limit out of tolerance';
  const skip = Number(query.get('skip') ?? 0);
  if (!(skip >= 0 && skip <= MAX_SKIPPED)) return 'Parameter skip out of tolerance';
  if (query.has('sort') && query.has('sort$desc')) return 'Parameters sort and sort_desc cannot be combined';
  const filters = filtersOf(query);
  const unknown = filters.find(({ operator }) => !operators.includes(operator));
  if (unknown !== undefined) return `Unsupported filter operator ${unknown.operator}`;
  const bounds = filters.map((filter) => (moments.includes(filter.field) ? boundOf(filter) : null));
  const others = filters.filter((_, index) => bounds[index] === null);
  const modified = filters.flatMap((filter) =>
    filter.field === 'srvModified' ? (boundOf(filter) ?? []) : [],
  );
  return {
    from: Math.max(0, ...bounds.map((bound) => bound?.from ?? 0)),
    until: Math.min(endOfReadings(now), ...[...bounds, ...modified].flatMap((bound) => bound?.until ?? [])),
    limit,
    skip: Math.trunc(skip),
    // Without a sort order Nightscout sorts by identifier, which here is oldest first.
    end: query.has('sort$desc') ? 'newest' : 'oldest',
    fits: others.length === 0 ? null : (document) => others.every((filter) => passes(document, filter)),
    modifiedFrom: Math.max(0, ...modified.map((bound) => bound.from ?? 0)),
  };
}

/** The requested number of documents; null for an invalid one. */
export function limitOf(query: URLSearchParams): number | null {
  const asked = query.get('limit');
  if (asked === null || asked === '') return MAX_LIMIT;
  const limit = Number(asked);
  return limit > 0 && limit <= MAX_LIMIT ? Math.max(1, Math.trunc(limit)) : null;
}

function filtersOf(query: URLSearchParams): Filter[] {
  return [...query]
    .filter(([name]) => !reserved.includes(name))
    .map(([name, value]) => {
      const [, field = name, operator = 'eq'] = /^(.*)\$([a-zA-Z]+)$/.exec(name) ?? [];
      return { field, operator, value };
    });
}

/** The limit that a filter sets; null for a filter of another kind. */
function boundOf({ operator, value }: Filter): { from?: number; until?: number } | null {
  const at = momentIn(value);
  if (at === null) return null;
  if (operator === 'gt') return { from: at + 1 };
  if (operator === 'gte') return { from: at };
  if (operator === 'lt') return { until: at };
  if (operator === 'lte') return { until: at + 1 };
  return operator === 'eq' ? { from: at, until: at + 1 } : null;
}

/** A time in epoch ms: from a number of ms or, as in Nightscout, of seconds, or from a date in ISO 8601 or RFC 2822. */
export function momentIn(value: string): number | null {
  const number = /^\d+(\.\d+)?$/.test(value) ? Math.trunc(Number(value)) : Number.NaN;
  if (Number.isNaN(number)) {
    const at = Date.parse(value);
    return Number.isNaN(at) ? null : at;
  }
  return number > 0 && number < FIRST_MS ? number * 1000 : number;
}

/** Smaller numbers are seconds to Nightscout: 2000-01-01. Source: lib/api3/const.json, `MIN_TIMESTAMP`. */
const FIRST_MS = 946_684_800_000;

function passes(document: Document, filter: Filter): boolean {
  const { field, operator, value } = filter;
  const is = document[field as keyof Document];
  const bound = field === 'srvModified' ? boundOf(filter) : null;
  if (bound !== null) {
    const { from = 0, until = Number.POSITIVE_INFINITY } = bound;
    return document.srvModified >= from && document.srvModified < until;
  }
  const list = value.split('|');
  if (operator === 'in') return list.includes(String(is));
  if (operator === 'nin') return !list.includes(String(is));
  const bare = /^'.*'$/.test(value) ? value.slice(1, -1) : value;
  if (operator === 'eq') return String(is) === bare;
  if (operator === 'ne') return String(is) !== bare;
  if (is === undefined) return false;
  const [one, other] = typeof is === 'number' ? [is, Number(bare)] : [String(is), bare];
  if (operator === 'gt') return one > other;
  if (operator === 'gte') return one >= other;
  return operator === 'lt' ? one < other : one <= other;
}
