import { defineConfig } from '@playwright/test';
import { postgresAnswers } from './e2e/browser/support/database.ts';
import type { Options } from './e2e/browser/support/environment.ts';

const postgres = await postgresAnswers();
if (!postgres && process.env.REQUIRE_SERVICES === 'true')
  throw new Error('REQUIRE_SERVICES=true, but no PostgreSQL answers');
if (!postgres)
  process.stderr.write(
    'No PostgreSQL answers: the end-to-end tests on it are left out (TEST_DATABASE_URL).\n',
  );

const executablePath = process.env.HEADLESS_SHELL || process.env.CHROMIUM;

/** End-to-end tests in a real browser against the real server; each test starts an environment of its own. */
export default defineConfig<Options>({
  testDir: 'e2e/browser',
  testMatch: '**/*.e2e.ts',
  timeout: 180_000,
  expect: { timeout: 30_000 },
  workers: 2,
  // A browser on a busy machine may stumble once; a broken test fails twice.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    screenshot: 'only-on-failure',
    // Recording one takes a quarter of the time of a test: `npx playwright test --trace on` for one that fails.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'embedded', use: { engine: 'sqlite' } },
    ...(postgres ? [{ name: 'postgres', grep: /@both/, use: { engine: 'postgres' as const } }] : []),
  ],
});
