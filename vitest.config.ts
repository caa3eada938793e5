import { defineConfig } from 'vitest/config';

const node = [
  '*.test.ts',
  '{glucose,contract,signalr,sources,server,simulators,e2e,bench,examples}/**/*.test.ts',
];
/** Tests that drive the real process over sockets; some ask how long others wait, so `npm test` runs them alone, one after the other. */
const realProcess = ['e2e/**/*.test.ts'];

export default defineConfig({
  test: {
    // One a core: vitest alone leaves one core idle, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'node',
          include: node,
          exclude: ['**/node_modules/**', ...realProcess],
          // A hang is found all the same; a busy machine is none.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'process',
          include: realProcess,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/test-setup.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
