/** Longest wait of one timer; Node's own limit is 2^31 - 1 ms. */
const LONGEST_MS = 2 ** 31 - 1;
/** Moments that were moved stay in the heap until they come up; beyond this share of them it is made anew. */
const CROWDED = 4;

type Due = { at: number; key: number };

export type DueQueue = {
  /** `key` is due at `at` (epoch ms) and at no other moment; null: not at all. */
  set(key: number, at: number | null): void;
  [Symbol.dispose](): void;
};

/** Calls `due` for each key when its moment has come: one timer for however many keys. */
export function openDueQueue(now: () => number, due: (key: number) => void): DueQueue {
  const moments = new Map<number, number>();
  let heap: Due[] = [];
  let timer: NodeJS.Timeout | undefined;

  const wake = () => {
    for (;;) {
      const next = heap[0];
      if (next === undefined || next.at > now()) break;
      take(heap);
      if (moments.get(next.key) !== next.at) continue;
      moments.delete(next.key);
      due(next.key);
    }
    plan();
  };
  const plan = () => {
    clearTimeout(timer);
    const next = heap[0];
    timer = next && setTimeout(wake, Math.min(LONGEST_MS, Math.max(1, next.at - now())));
    timer?.unref();
  };
  return {
    set(key, at) {
      if (moments.get(key) === at) return;
      if (at === null) return void moments.delete(key);
      moments.set(key, at);
      if (heap.length > 1000 && heap.length > CROWDED * moments.size) {
        heap = [];
        for (const [known, moment] of moments) put(heap, { at: moment, key: known });
      } else put(heap, { at, key });
      if (heap[0]?.at === at) plan();
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      moments.clear();
      heap = [];
    },
  };
}

const at = (heap: readonly Due[], index: number): number => heap[index]?.at ?? Number.POSITIVE_INFINITY;

function swap(heap: Due[], one: number, other: number): void {
  [heap[one], heap[other]] = [heap[other] as Due, heap[one] as Due];
}

function put(heap: Due[], due: Due): void {
  let index = heap.push(due) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (at(heap, parent) <= at(heap, index)) return;
    swap(heap, parent, index);
    index = parent;
  }
}

/** Removes the earliest. */
function take(heap: Due[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  heap[0] = last;
  let index = 0;
  for (;;) {
    const left = 2 * index + 1;
    const smaller = at(heap, left + 1) < at(heap, left) ? left + 1 : left;
    if (at(heap, smaller) >= at(heap, index)) return;
    swap(heap, smaller, index);
    index = smaller;
  }
}
