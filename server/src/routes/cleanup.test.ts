import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '../shared/store-errors.ts';
import { HOUR, MINUTE } from '../shared/time-units.ts';
import type { Store } from '../store/store.ts';
import { openCleanup } from './cleanup.ts';

const topics = ['sessions', 'links', 'signIns', 'limits', 'knownNetworks', 'activity', 'alarmDeliveries'];
const more = ['invitations', 'shareLinks', 'audit', 'alarmEpisodes', 'filledSpans'];

/** A store whose topics note that they were cleaned up, or fail with their error. */
function world(errors: Record<string, unknown> = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const cleaned: string[] = [];
  const topic = (name: string) => ({
    async cleanup() {
      if (errors[name] !== undefined) throw errors[name];
      cleaned.push(name);
    },
  });
  const state = { isStoreDown: false };
  const checks = {
    async write() {
      if (state.isStoreDown) throw new StoreUnavailable('unreachable');
    },
  };
  const store = {
    ...Object.fromEntries([...topics, ...more].map((name) => [name, topic(name)])),
    checks,
    accounts: { photosAmong: async () => new Set() },
  } as unknown as Store;
  const lines: object[] = [];
  const write = (line: object) => void lines.push(line);
  const log = { info: write, warn: write, error: write } as unknown as Parameters<
    typeof openCleanup
  >[0]['log'];
  const photos = { photoFolder: '/nowhere', photoStore: null };
  const cleanup = openCleanup({ store, log, now: Date.now, photos });
  onTestFinished(() => cleanup[Symbol.dispose]());
  return { cleaned, lines, state, errors, cleanup };
}

test('[OPS-3] a step that fails keeps no other from its work, and each is an incident of its own', async () => {
  const { cleaned, lines, errors } = world({ links: new Error('a bug'), audit: new Error('another') });
  await vi.advanceTimersByTimeAsync(MINUTE);
  const others = [...topics, ...more].filter((name) => !(name in errors));
  expect(cleaned).toEqual(others);
  expect(lines).toMatchObject([
    { event: 'cleanup-failed', step: 'links', err: errors.links },
    { event: 'cleanup-failed', step: 'audit', err: errors.audit },
  ]);
  delete errors.links;
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(lines.slice(2)).toEqual([{ event: 'recovered', from: 'cleanup-failed', step: 'links' }]);
});

test('[OPS-3] a statement that takes too long is logged while the store itself works, and otherwise reported by the health checks alone', async () => {
  const { cleaned, lines, state } = world({ sessions: new StoreUnavailable('slow') });
  state.isStoreDown = true;
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(lines).toEqual([]);
  state.isStoreDown = false;
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(cleaned).toContain('links');
  expect(lines).toMatchObject([
    { event: 'cleanup-failed', step: 'sessions', err: expect.objectContaining({ name: 'Error' }) },
  ]);
});

test('a cleanup during which the server stops logs nothing and goes no further', async () => {
  const { cleaned, lines, cleanup, errors } = world();
  errors.sessions = new Error('closed');
  const running = vi.advanceTimersByTimeAsync(MINUTE);
  cleanup[Symbol.dispose]();
  await running;
  expect([cleaned, lines]).toEqual([[], []]);
});
