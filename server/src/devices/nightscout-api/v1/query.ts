import { DAY } from '../../../shared/time-units.ts';
import { DEVICE, type Entry } from '../entries/entry.ts';
import { endOfReadings } from '../readings.ts';

/** The defaults, as in Nightscout: the last four days without a date, and ten entries. */
const USUAL_SPAN_MS = 4 * DAY;
const USUAL_COUNT = 10;
/** The largest query of a known client is two weeks of a five-minute sensor, 4032 entries, for statistics. */
export const MOST = 5000;

/**
 * A parsed query: a span (epoch ms, the end not included), a count, and a condition. `fits` null: all entries
 * of the span.
 */
export type Query = { from: number; until: number; count: number; fits: ((entry: Entry) => boolean) | null };

/** These fields are the same in all of Tealight's entries, so a condition on them matches all or none. */
const constant: Readonly<Record<string, string>> = { type: 'sgv', device: DEVICE };

type Find = { field: string; operator: string; value: string };

/** Parses a query string. Unknown and invalid parts are ignored, because displays send many variants. */
export function parseQuery(search: URLSearchParams, now: number): Query {
  const finds = [...search].flatMap(([name, value]): Find[] => {
    const [, field, operator = 'eq'] = /^find\[(\w+)\](?:\[\$?(\w+)\])?$/.exec(name) ?? [];
    return field === undefined ? [] : [{ field, operator, value }];
  });
  const bounds = finds.flatMap(boundOf);
  const conditions = finds.filter(({ field }) => field === 'direction' || field === 'sgv');
  const end = endOfReadings(now);
  const usual = bounds.length === 0 ? now - USUAL_SPAN_MS : 0;
  return {
    from: Math.max(usual, ...bounds.map(({ from = 0 }) => from)),
    until: Math.min(end, ...bounds.map(({ until = end }) => until)),
    count: finds.every(holds) ? countOf(search.get('count')) : 0,
    fits: conditions.length === 0 ? null : (entry) => conditions.every((find) => fits(entry, find)),
  };
}

const holds = ({ field, operator, value }: Find): boolean => {
  const is = constant[field];
  return is === undefined || (operator === 'ne' ? is !== value : operator !== 'eq' || is === value);
};

/** The count: ten when missing or invalid; 0 means all. */
export function countOf(asked: string | null): number {
  const count = Math.trunc(Number(asked ?? USUAL_COUNT));
  if (!Number.isFinite(count) || count < 0) return USUAL_COUNT;
  return count === 0 ? MOST : Math.min(MOST, count);
}

/** A limit from `date`, in epoch ms and with decimals in some clients, or from `dateString`. */
function boundOf({ field, operator, value }: Find): { from?: number; until?: number }[] {
  const at = field === 'date' || field === 'mills' ? Math.trunc(Number(value)) : momentIn(field, value);
  if (!Number.isFinite(at) || value.trim() === '') return [];
  if (operator === 'gt') return [{ from: at + 1 }];
  if (operator === 'gte') return [{ from: at }];
  if (operator === 'lt') return [{ until: at }];
  if (operator === 'lte') return [{ until: at + 1 }];
  return operator === 'eq' ? [{ from: at, until: at + 1 }] : [];
}

/** In a query string a plus sign that is not encoded means a space. */
function momentIn(field: string, value: string): number {
  if (!/^(dateString|sysTime|created_at)$/.test(field)) return Number.NaN;
  return Date.parse(value.replace(/ (?=\d\d:?\d\d$)/, '+'));
}

/** Conditions on the direction and the value. */
function fits(entry: Entry, { field, operator, value }: Find): boolean {
  if (field === 'direction') {
    return operator === 'ne' ? entry.direction !== value : operator !== 'eq' || entry.direction === value;
  }
  const bound = Number(value);
  if (Number.isNaN(bound)) return true;
  const tests: Record<string, boolean> = {
    gt: entry.sgv > bound,
    gte: entry.sgv >= bound,
    lt: entry.sgv < bound,
    lte: entry.sgv <= bound,
    eq: entry.sgv === bound,
    ne: entry.sgv !== bound,
  };
  return tests[operator] ?? true;
}
