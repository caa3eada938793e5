import { defineConfig } from 'vitest/config';

const node = [
  'rooms.test.ts',
  'docs.test.ts',
  '{glucose,contract,signalr,sources,server,outside}/**/*.test.ts',
];
/** Tests that attack a real process; some ask how long others wait, so `npm test` runs them alone, one after the other. */
const attacks = ['outside/attack/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rooms',
          include: node,
          exclude: ['**/node_modules/**', ...attacks],
          // A hang is found all the same; a busy machine is none.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'attack',
          include: attacks,
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
