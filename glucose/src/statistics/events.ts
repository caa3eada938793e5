import { BRIDGED_GAP_MS } from '../profile/local-values.ts';
import { MINUTE_MS } from '../series/period.ts';
import type { Series } from '../series/series.ts';

/** A stretch beyond a limit. Epoch milliseconds; `extremeMgdl` its lowest or highest; not over: still going on, as far as is known. */
export type GlucoseEvent = {
  side: 'low' | 'high';
  from: number;
  to: number;
  extremeMgdl: number;
  isProlonged: boolean;
  isOver: boolean;
};

/** An event lasts at least this long, and ends when glucose is back for this long. */
const LASTING_MS = 15 * MINUTE_MS;
const PROLONGED_MS = 120 * MINUTE_MS;

/**
 * The low or the high events of a series, oldest first.
 *
 * Units   mg/dL; `limit` itself is not beyond.
 * Edges   begins with the first of 15 minutes beyond the limit; ends where glucose comes back for 15 minutes or
 *         more, shorter returns belong to it. Prolonged from 120 minutes on. It lasts as long as its last reading
 *         stands, 15 minutes at most, just as time in range is counted. Between two readings beyond the limit a gap
 *         of up to 45 minutes belongs to it; a longer one ends it, and so does one up to `until`, the moment up to
 *         which there may be readings (epoch milliseconds).
 * Source  Danne et al., Diabetes Care 2017;40:1631; Battelino et al., Lancet Diabetes Endocrinol 2023;11:42.
 */
export function eventsOf(
  series: Series,
  { side, limit, until }: { side: 'low' | 'high'; limit: number; until: number },
): GlucoseEvent[] {
  const events: GlucoseEvent[] = [];
  for (const run of runsBeyond(series, side, limit)) {
    const last = events.at(-1);
    if (last !== undefined && run.from - last.to < LASTING_MS) extend(last, run);
    else if (run.to - run.from >= LASTING_MS) events.push(begin(side, run));
  }
  const end = endOf(series);
  const isUnknownSince = until - (series.takenAt.at(-1) ?? 0) > BRIDGED_GAP_MS;
  for (const event of events) {
    event.isProlonged = event.to - event.from >= PROLONGED_MS;
    event.isOver = isUnknownSince || end - event.to >= LASTING_MS;
  }
  return events;
}

/** Readings beyond the limit without one within. `to`: how long the last of them stands. */
type Run = { from: number; to: number; extremeMgdl: number };

function runsBeyond({ takenAt, mgdl, weightMs }: Series, side: 'low' | 'high', limit: number): Run[] {
  const runs: Run[] = [];
  const further = side === 'low' ? Math.min : Math.max;
  let run: Run | null = null;
  for (let index = 0; index < takenAt.length; index += 1) {
    const from = takenAt[index] as number;
    const value = mgdl[index] as number;
    const next = takenAt[index + 1] ?? Number.POSITIVE_INFINITY;
    const isGap = next - from > BRIDGED_GAP_MS;
    if (side === 'low' ? value < limit : value > limit) {
      const to = from + (weightMs[index] as number);
      run ??= started(runs, { from, to, extremeMgdl: value });
      run.to = to;
      run.extremeMgdl = further(run.extremeMgdl, value);
    } else run = null;
    if (isGap) run = null;
  }
  return runs;
}

function started(runs: Run[], run: Run): Run {
  runs.push(run);
  return run;
}

function begin(side: 'low' | 'high', { from, to, extremeMgdl }: Run): GlucoseEvent {
  return { side, from, to, extremeMgdl, isProlonged: false, isOver: true };
}

function extend(event: GlucoseEvent, run: Run): void {
  event.to = run.to;
  const further = event.side === 'low' ? Math.min : Math.max;
  event.extremeMgdl = further(event.extremeMgdl, run.extremeMgdl);
}

function endOf({ takenAt, weightMs }: Series): number {
  return (takenAt.at(-1) ?? 0) + (weightMs.at(-1) ?? 0);
}
