import type { Page } from '@playwright/test';
import { aPushMessage, pushedAt } from '../../web/test/push-message.ts';
import { expect, test } from './support/environment.ts';

// The headless shell shows no notifications.
test.use({
  launchOptions: {
    ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
    args: ['--no-sandbox'],
  },
});

/** Hands messages to the service worker of the page, as a push service would, which needs the internet. */
async function pushService(page: Page, origin: string): Promise<(data: string) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  return async (data) => {
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
}

const shownTitles = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title }) => title);
  });

test('[ALM-35] [ALM-36] the service worker that the server sends shows every message, each tag once', async ({
  page,
  context,
  tealight,
}) => {
  const { origin } = new URL(tealight.url);
  await context.grantPermissions(['notifications'], { origin });
  const faults: string[] = [];
  context.on('console', (line) => {
    if (/Content Security Policy/.test(line.text())) faults.push(line.text());
  });
  const reported = context.waitForEvent('request', (request) => request.url().endsWith('/Alarms/shown'));
  await page.goto('/login');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const deliver = await pushService(page, `${origin}/`);
  await deliver(JSON.stringify(aPushMessage));
  await expect.poll(() => shownTitles(page)).toEqual([aPushMessage.title]);
  expect((await reported).postDataJSON()).toEqual({ token: 'secret' });
  await deliver(JSON.stringify({ ...aPushMessage, title: 'Ada: back in range', at: pushedAt + 300_000 }));
  await expect.poll(() => shownTitles(page)).toEqual(['Ada: back in range']);
  await deliver('no JSON');
  await expect.poll(() => shownTitles(page)).toContain('Tealight: open the page');
  expect(faults).toEqual([]);
});
