import { defineConfig } from '@playwright/test';

/** Whole journeys in a real browser against the real server; each test starts a world of its own. */
export default defineConfig({
  testDir: 'outside/journeys',
  testMatch: '**/*.journey.ts',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
});
