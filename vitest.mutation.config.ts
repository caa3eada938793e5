import { defineConfig } from 'vitest/config';

/**
 * The tests that `npm run mutate` runs against each mutant: those beside the code that it mutates, on SQLite, since that
 * code does not know the engine.
 *
 * `stryker.config.json` leaves tsconfig.json out of the copy that is mutated, because Stryker would rewrite it with the
 * JavaScript API of TypeScript, which TypeScript 7 does not have; and biome.json, because Biome refuses a second one.
 */
export default defineConfig({
  test: {
    include: [
      'glucose/**/*.test.ts',
      'server/src/{limits,polling,outbound-http}/**/*.test.ts',
      // The limit of connections is tested where it is used.
      'server/src/http/connections.test.ts',
    ],
    // Nothing listens there.
    env: { TEST_DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
