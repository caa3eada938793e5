import { setTimeout as sleep } from 'node:timers/promises';
import type { LeaseStore, PollRecord } from '../../store/connections/leases.ts';
import type { WearersReading } from '../../store/readings/readings.ts';

/** The connection was replaced, disconnected or taken over by another node during the poll: its result is dropped. */
export class PollSuperseded extends Error {
  override readonly name = 'PollSuperseded';
}

/** Whichever is reached first ends a batch. */
const RECORDS_IN_BATCH = 200;
const READINGS_IN_BATCH = 1000;

/** While this many more polls are running, a batch waits this long for their answers. Own choice: not noticed by anybody. */
const MANY_POLLS = 20;
const COLLECT_MS = 20;

type QueuedRecord = {
  pollRecord: PollRecord;
  resolve: (added: WearersReading[]) => void;
  reject: (error: unknown) => void;
};

/** Stores a poll's result and returns its new readings. Throws `PollSuperseded` when the connection was taken over. */
export type RecordPoll = (pollRecord: PollRecord) => Promise<WearersReading[]>;

/**
 * Writes results in batches: those that arrive while the last batch is written and, while many polls are running,
 * within some milliseconds. The busier the node, the fewer transactions for each poll.
 */
export function openRecorder(
  leases: Pick<LeaseStore, 'record'>,
  node: string,
  runningPolls: () => number = () => 0,
): RecordPoll {
  const queue: QueuedRecord[] = [];
  let isWriting = false;

  const writeAll = async () => {
    isWriting = true;
    while (queue.length > 0) {
      if (runningPolls() - queue.length >= MANY_POLLS) await sleep(COLLECT_MS);
      await write(takeBatch(queue));
    }
    isWriting = false;
  };
  const write = async (batch: readonly QueuedRecord[]): Promise<void> => {
    try {
      const { added, superseded } = await leases.record(
        node,
        batch.map(({ pollRecord }) => pollRecord),
      );
      const addedByWearer = Map.groupBy(added, ({ wearerId }) => wearerId);
      for (const { pollRecord, resolve, reject } of batch) {
        if (superseded.includes(pollRecord)) reject(new PollSuperseded());
        else resolve(addedByWearer.get(pollRecord.wearerId) ?? []);
      }
    } catch (error) {
      // One result that cannot be stored must not fail the others.
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const one of batch) await write([one]);
    }
  };
  return (pollRecord) =>
    new Promise((resolve, reject) => {
      queue.push({ pollRecord, resolve, reject });
      if (!isWriting) void writeAll();
    });
}

function takeBatch(queue: QueuedRecord[]): QueuedRecord[] {
  let [count, readings] = [0, 0];
  for (const { pollRecord } of queue.slice(0, RECORDS_IN_BATCH)) {
    readings += pollRecord.readings.length;
    if (count > 0 && readings > READINGS_IN_BATCH) break;
    count += 1;
  }
  return queue.splice(0, count);
}
