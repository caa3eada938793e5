import { defineConfig } from 'vitest/config';

const node = [
  '*.test.ts',
  '{glucose,contract,signalr,sources,server,simulators,e2e,bench,examples,deploy}/**/*.test.ts',
];
/** Tests that drive the real process over sockets. */
const realProcess = ['e2e/**/*.test.ts'];
/** Those of them that measure times or memory: `npm test` runs them alone, one after the other. */
const alone = ['e2e/alone/**/*.test.ts', 'e2e/attack/**/*.test.ts'];
const processTimeouts = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // One a core: the default leaves one core idle, which is half of a small machine.
    maxWorkers: '100%',
    // As in `test-setup.ts`.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        test: {
          name: 'node',
          include: node,
          exclude: ['**/node_modules/**', ...realProcess],
          globalSetup: ['server/test/stores/postgres-schemas.ts'],
          setupFiles: ['test-setup.ts'],
          // A hang is found all the same; a busy machine is none.
          testTimeout: 30_000,
          hookTimeout: 30_000,
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
          testTimeout: 30_000,
        },
      },
    ],
  },
});
