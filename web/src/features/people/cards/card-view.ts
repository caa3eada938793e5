import type { Glance, ListedWearer, ShownReading } from '@tealight/contract';
import type { AlarmView } from '../../alarms/bar/alarm-view.ts';
import { badgesOf } from '../../dashboard/connection/connection-badges.ts';
import { currentOf } from '../../reading/current-of.ts';
import { urgencyOfReading } from '../../reading/reading-text.ts';

/** One wearer as the card shows it at a moment. */
export type CardView = {
  wearer: ListedWearer;
  /** The wearer's reading and connection, as the list of people has them; null: not loaded yet. */
  glance: Glance | null;
  /** The reading that may be shown as current. */
  current: ShownReading | null;
  /** The last one that is known where none is current. */
  last: ShownReading | null;
  /** What is wrong with the connection, in words; null: nothing. */
  fault: string | null;
  /** The worst alarm that goes on; null: none. */
  alarm: AlarmView | null;
};

/** What the card of a wearer shows at `now`, epoch milliseconds. By the same rules as the dashboard. */
export function cardViewOf(
  wearer: ListedWearer,
  { glance, alarm }: Pick<CardView, 'glance' | 'alarm'>,
  now: number,
): CardView {
  if (glance === null) return { wearer, glance, current: null, last: null, fault: null, alarm };
  const { reading, connection } = glance;
  const readings = { currentCgmReading: reading, previousCgmReading: null };
  const { current, last } = currentOf(readings, connection.status, now);
  const badges = badgesOf({ known: connection, fault: null }, current !== null);
  const fault = badges.find(({ kind }) => kind === 'off')?.text ?? null;
  return { wearer, glance, current, last, fault, alarm };
}

/** The worst first: urgent low, low, urgent high, high, no current data, in range. */
const URGENT_LOW = 0;
const LOW = 1;
const URGENT_HIGH = 2;
const HIGH = 3;
const NO_DATA = 4;
const IN_RANGE = 5;

function rankOf({ current, glance }: CardView): number {
  if (current === null || glance === null) return NO_DATA;
  const urgency = urgencyOfReading(current, glance.unit);
  if (urgency !== null) return urgency === 'urgent-low' ? URGENT_LOW : URGENT_HIGH;
  if (current.zone === 'low') return LOW;
  return current.zone === 'high' ? HIGH : IN_RANGE;
}

/** The ids of the wearers, the worst first; wearers of one rank stay in the order of the list. */
export const idsWorstFirst = (views: readonly CardView[]): string[] =>
  [...views].sort((a, b) => rankOf(a) - rankOf(b)).map(({ wearer }) => wearer.id);
