import { setTimeout as pause } from 'node:timers/promises';
import type { Installation } from './installation.ts';

/** What is still on its way may take so long: another node sends the emails of a dead one after five minutes. */
const ON_ITS_WAY_MS = 360_000;
const LOOK_EVERY_MS = 1000;

/** Repeats a check until it finds nothing, or the time is over; returns what it found last. */
async function lasting(look: () => Promise<string[]>): Promise<string[]> {
  const until = Date.now() + ON_ITS_WAY_MS;
  for (;;) {
    const found = await look();
    if (found.length === 0 || Date.now() > until) return found;
    await pause(LOOK_EVERY_MS);
  }
}

/** Readings since then that are missing, stored twice, or never measured. */
export async function readingViolations({ ask, people }: Installation, begunAt: number): Promise<string[]> {
  const until = Date.now();
  return lasting(async () => {
    const rows = await ask(
      `select w.public_id as id, r.taken_at as at from readings r join wearers w on w.id = r.wearer_id
       where r.taken_at > ${begunAt} and r.taken_at <= ${until}`,
    );
    const stored = Map.groupBy(rows, ({ id }) => String(id));
    const found = { missing: 0, doubled: 0, 'never measured': 0 };
    for (const { id, sensor } of people) {
      const times = (stored.get(id) ?? []).map(({ at }) => Number(at));
      const known = new Set(times);
      const measured = new Set(sensor.measured(begunAt, until));
      found.missing += countMissing(measured, known);
      found['never measured'] += countMissing(known, measured);
      found.doubled += times.length - known.size;
    }
    return Object.entries(found)
      .filter(([, count]) => count > 0)
      .map(([what, count]) => `${count} readings ${what}`);
  });
}

const countMissing = (some: ReadonlySet<number>, others: ReadonlySet<number>): number =>
  [...some].filter((one) => !others.has(one)).length;

/**
 * Emails that did not arrive, and such that arrived as two; one with the same Message-ID is one for its receiver.
 * `mayWait`: one that another node has leased, such as one that is gone, counts as if it had arrived.
 */
export async function mailViolations(
  { mail, ask }: Installation,
  addresses: readonly string[],
  mayWait: boolean,
): Promise<string[]> {
  return lasting(async () => {
    const waiting = mayWait
      ? (await ask(`select recipient from outbox where lease_until > ${Date.now()}`)).map(
          ({ recipient }) => recipient,
        )
      : [];
    const counts = addresses.map((address) => {
      const ids = mail.taken.filter(({ to }) => to === address).map(({ messageId }) => messageId);
      return { address, arrived: new Set(ids).size };
    });
    const missing = counts.filter(
      ({ address, arrived }) => arrived === 0 && !waiting.includes(address),
    ).length;
    const doubled = counts.filter(({ arrived }) => arrived > 1).length;
    return [
      ...(missing > 0 ? [`${missing} emails did not arrive`] : []),
      ...(doubled > 0 ? [`${doubled} emails arrived twice`] : []),
    ];
  });
}
