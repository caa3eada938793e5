/** The longest delay of a timer in Node. */
const MAX_DELAY_MS = 2 ** 31 - 1;
/** Outdated times stay in the heap until they are reached. It is rebuilt when it has this many entries for each key. */
const MAX_ENTRIES_PER_KEY = 4;

/** `at`: in ms of a clock that nobody sets. */
type HeapEntry = { at: number; key: number };

export type DueQueue = {
  /** Makes `key` due at `at` (epoch ms) and at no other time; null: never. */
  set(key: number, at: number | null): void;
  [Symbol.dispose](): void;
};

/**
 * Calls `onDue` for each key when its time has come, with one timer for all keys. After the clock was set back it is
 * called as soon as without that, so that what depends on the time is looked at again.
 */
export function openDueQueue(now: () => number, onDue: (key: number) => void): DueQueue {
  /** Of each key, its time as it was set, and when that is by the clock that nobody sets. */
  const times = new Map<number, { at: number; dueAt: number }>();
  let heap: HeapEntry[] = [];
  let timer: NodeJS.Timeout | undefined;

  const callDue = () => {
    for (;;) {
      const next = heap[0];
      if (next === undefined || next.at > performance.now()) break;
      removeFirst(heap);
      if (times.get(next.key)?.dueAt !== next.at) continue;
      times.delete(next.key);
      onDue(next.key);
    }
    schedule();
  };
  const schedule = () => {
    clearTimeout(timer);
    const next = heap[0];
    timer = next && setTimeout(callDue, Math.min(MAX_DELAY_MS, Math.max(1, next.at - performance.now())));
    timer?.unref();
  };
  return {
    set(key, at) {
      if (times.get(key)?.at === at) return;
      if (at === null) return void times.delete(key);
      const dueAt = performance.now() + at - now();
      times.set(key, { at, dueAt });
      if (heap.length > 1000 && heap.length > MAX_ENTRIES_PER_KEY * times.size) {
        heap = [];
        for (const [otherKey, time] of times) insert(heap, { at: time.dueAt, key: otherKey });
      } else insert(heap, { at: dueAt, key });
      if (heap[0]?.at === dueAt) schedule();
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      times.clear();
      heap = [];
    },
  };
}

const timeAt = (heap: readonly HeapEntry[], index: number): number =>
  heap[index]?.at ?? Number.POSITIVE_INFINITY;

function swap(heap: HeapEntry[], one: number, other: number): void {
  [heap[one], heap[other]] = [heap[other] as HeapEntry, heap[one] as HeapEntry];
}

function insert(heap: HeapEntry[], entry: HeapEntry): void {
  let index = heap.push(entry) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (timeAt(heap, parent) <= timeAt(heap, index)) return;
    swap(heap, parent, index);
    index = parent;
  }
}

function removeFirst(heap: HeapEntry[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  heap[0] = last;
  let index = 0;
  for (;;) {
    const left = 2 * index + 1;
    const smaller = timeAt(heap, left + 1) < timeAt(heap, left) ? left + 1 : left;
    if (timeAt(heap, smaller) >= timeAt(heap, index)) return;
    swap(heap, smaller, index);
    index = smaller;
  }
}
