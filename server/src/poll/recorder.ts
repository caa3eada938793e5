import { setTimeout as pause } from 'node:timers/promises';
import type { Asked, LeaseStore } from '../store/leases.ts';
import type { WearersReading } from '../store/readings.ts';
import { Overtaken } from './visit.ts';

/** A batch ends with either: few enough that nobody waits long for the writing of one. */
const MOST_ASKED = 200;
const MOST_READINGS = 1000;

/** While so many more are being asked, their answers are waited for so long; nobody notices so little. Own choice. */
const MANY = 20;
const GATHER_MS = 20;

type Waiting = { asked: Asked; done: (added: WearersReading[]) => void; failed: (error: unknown) => void };

/** Keeps an answer and returns what was new of it; throws `Overtaken` when the connection is no longer this node's. */
export type Recorder = (asked: Asked) => Promise<WearersReading[]>;

/**
 * Writes together what arrives while the last batch is being written, and, while many are asked, within some
 * milliseconds: the busier, the fewer transactions an answer. `underWay`: how many are being asked now.
 */
export function openRecorder(
  leases: Pick<LeaseStore, 'record'>,
  node: string,
  underWay: () => number = () => 0,
): Recorder {
  const waiting: Waiting[] = [];
  let writing = false;

  const write = async () => {
    writing = true;
    while (waiting.length > 0) {
      if (underWay() - waiting.length >= MANY) await pause(GATHER_MS);
      await keep(nextOf(waiting));
    }
    writing = false;
  };
  const keep = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const { added, lost } = await leases.record(
        node,
        batch.map(({ asked }) => asked),
      );
      const byWearer = Map.groupBy(added, ({ wearerId }) => wearerId);
      for (const { asked, done, failed } of batch) {
        if (lost.includes(asked.wearerId)) failed(new Overtaken());
        else done(byWearer.get(asked.wearerId) ?? []);
      }
    } catch (error) {
      // One that cannot be kept must not take the others along.
      if (batch.length === 1) batch[0]?.failed(error);
      else for (const one of batch) await keep([one]);
    }
  };
  return (asked) =>
    new Promise((done, failed) => {
      waiting.push({ asked, done, failed });
      if (!writing) void write();
    });
}

function nextOf(waiting: Waiting[]): Waiting[] {
  let [count, readings] = [0, 0];
  for (const { asked } of waiting.slice(0, MOST_ASKED)) {
    readings += asked.readings.length;
    if (count > 0 && readings > MOST_READINGS) break;
    count += 1;
  }
  return waiting.splice(0, count);
}
