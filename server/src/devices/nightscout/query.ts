import { CLOCK_SKEW_MS } from '@tealight/glucose';
import { DAY } from '../../times.ts';
import type { Entry } from './entry.ts';

/** Without a date a client means the last four days, as Nightscout does; and ten entries. */
const USUAL_SPAN_MS = 4 * DAY;
const USUAL_COUNT = 10;
/** The most any client is known to ask for is 2880, ten days of a five-minute sensor. */
const MOST = 3000;

/** What a query asks for: a span (epoch ms, the end not included), how many, and what each must be. */
export type Wish = { from: number; until: number; count: number; fits(entry: Entry): boolean };

type Find = { field: string; operator: string; value: string };

/** Reads a query string. What is unknown or makes no sense is passed over, as displays send all sorts of things. */
export function wishOf(search: URLSearchParams, now: number): Wish {
  const finds = [...search].flatMap(([name, value]): Find[] => {
    const [, field, operator = 'eq'] = /^find\[(\w+)\](?:\[\$?(\w+)\])?$/.exec(name) ?? [];
    return field === undefined ? [] : [{ field, operator, value }];
  });
  const bounds = finds.flatMap(boundOf);
  const soonest = now + CLOCK_SKEW_MS;
  const usual = bounds.length === 0 ? now - USUAL_SPAN_MS : 0;
  return {
    from: Math.max(usual, ...bounds.map(({ from = 0 }) => from)),
    until: Math.min(soonest, ...bounds.map(({ until = soonest }) => until)),
    count: countOf(search.get('count')),
    fits: (entry) => finds.every((find) => fits(entry, find)),
  };
}

/** How many: none or nonsense is ten, 0 is as many as there are. */
export function countOf(asked: string | null): number {
  const count = Math.trunc(Number(asked ?? USUAL_COUNT));
  if (!Number.isFinite(count) || count < 0) return USUAL_COUNT;
  return count === 0 ? MOST : Math.min(MOST, count);
}

/** The bound of a `date` in epoch ms, which some clients write with decimals, or of a `dateString`. */
function boundOf({ field, operator, value }: Find): { from?: number; until?: number }[] {
  const at = field === 'date' || field === 'mills' ? Math.trunc(Number(value)) : momentIn(field, value);
  if (!Number.isFinite(at) || value.trim() === '') return [];
  if (operator === 'gt') return [{ from: at + 1 }];
  if (operator === 'gte') return [{ from: at }];
  if (operator === 'lt') return [{ until: at }];
  if (operator === 'lte') return [{ until: at + 1 }];
  return operator === 'eq' ? [{ from: at, until: at + 1 }] : [];
}

/** In a query a plus sign that was not encoded reads as a blank. */
function momentIn(field: string, value: string): number {
  if (!/^(dateString|sysTime|created_at)$/.test(field)) return Number.NaN;
  return Date.parse(value.replace(/ (?=\d\d:?\d\d$)/, '+'));
}

/** Conditions on what is not a moment: the type, the device, the value. */
function fits(entry: Entry, { field, operator, value }: Find): boolean {
  if (field === 'type' || field === 'device' || field === 'direction') {
    return operator === 'ne' ? entry[field] !== value : operator !== 'eq' || entry[field] === value;
  }
  const bound = Number(value);
  if (field !== 'sgv' || Number.isNaN(bound)) return true;
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
