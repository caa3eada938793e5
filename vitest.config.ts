import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { TestOrder } from './test-order.ts';

const node = [
  '*.test.ts',
  '{glucose,contract,signalr,sources,server,simulators,e2e,bench,examples,deploy}/**/*.test.ts',
];
/** Tests that drive the real process over sockets. */
const realProcess = ['e2e/**/*.test.ts'];
/** Those of them that measure times: `npm test` runs them alone, one after the other. */
const alone = ['e2e/alone/**/*.test.ts', 'e2e/attack/**/*.test.ts'];
/** A hang is found all the same; a busy machine is none. */
const processTimeouts = { testTimeout: 180_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    // Many tests wait for something, above all those of real processes. More than three of those at once could take
    // more connections than the 100 that PostgreSQL allows by default: each node takes up to thirteen.
    maxWorkers: Math.max(3, availableParallelism()),
    sequence: { sequencer: TestOrder },
    // As in `test-setup.ts`.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        test: {
          name: 'node',
          include: node,
          exclude: ['**/node_modules/**', ...realProcess],
          // No module keeps a state that another test sees, so each is loaded once in a worker.
          isolate: false,
          globalSetup: ['server/test/stores/postgres-schemas.ts'],
          setupFiles: ['test-setup.ts'],
          // As above.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'process',
          include: realProcess,
          exclude: ['**/node_modules/**', ...alone],
          setupFiles: ['test-setup.ts'],
          ...processTimeouts,
        },
      },
      {
        test: {
          name: 'alone',
          include: alone,
          setupFiles: ['test-setup.ts'],
          ...processTimeouts,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['test-setup.ts', 'web/test-setup.ts'],
          // A thread for each file starts faster than a process.
          pool: 'threads',
          testTimeout: 60_000,
        },
      },
    ],
  },
});
