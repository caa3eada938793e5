/** The longest delay of a timer in Node. */
const MAX_DELAY_MS = 2 ** 31 - 1;
/** Outdated times stay in the heap until they are reached. It is rebuilt when it has this many entries for each key. */
const MAX_ENTRIES_PER_KEY = 4;

type HeapEntry = { at: number; key: number };

export type DueQueue = {
  /** Makes `key` due at `at` (epoch ms) and at no other time; null: never. */
  set(key: number, at: number | null): void;
  [Symbol.dispose](): void;
};

/** Calls `onDue` for each key when its time has come, with one timer for all keys. */
export function openDueQueue(now: () => number, onDue: (key: number) => void): DueQueue {
  const times = new Map<number, number>();
  let heap: HeapEntry[] = [];
  let timer: NodeJS.Timeout | undefined;

  const callDue = () => {
    for (;;) {
      const next = heap[0];
      if (next === undefined || next.at > now()) break;
      removeFirst(heap);
      if (times.get(next.key) !== next.at) continue;
      times.delete(next.key);
      onDue(next.key);
    }
    schedule();
  };
  const schedule = () => {
    clearTimeout(timer);
    const next = heap[0];
    timer = next && setTimeout(callDue, Math.min(MAX_DELAY_MS, Math.max(1, next.at - now())));
    timer?.unref();
  };
  return {
    set(key, at) {
      if (times.get(key) === at) return;
      if (at === null) return void times.delete(key);
      times.set(key, at);
      if (heap.length > 1000 && heap.length > MAX_ENTRIES_PER_KEY * times.size) {
        heap = [];
        for (const [otherKey, time] of times) insert(heap, { at: time, key: otherKey });
      } else insert(heap, { at, key });
      if (heap[0]?.at === at) schedule();
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
