import { defineConfig } from 'vitest/config';

const node = ['rooms.test.ts', '{glucose,contract,signalr,sources,server,outside}/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rooms',
          include: node,
          exclude: ['**/node_modules/**'],
          // A hang is found all the same; a busy machine is none.
          testTimeout: 30_000,
          hookTimeout: 30_000,
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
