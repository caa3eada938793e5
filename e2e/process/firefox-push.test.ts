import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { alarmChannels, type ReplyOf } from '@tealight/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Wearer } from '../../simulators/fixtures/wearer.ts';
import { openFirefoxPush } from '../../simulators/push/firefox-push.ts';
import { alarmSite, ask, wearerWithAlarms } from '../support/alarm-site.ts';
import { installedFirefox, openFirefox } from '../support/firefox/firefox.ts';
import { realProcess } from '../support/real-process.ts';

const firefox = installedFirefox();
const isBuilt = existsSync(fileURLToPath(new URL('../../web/dist/index.html', import.meta.url)));
const missing = [
  ...(firefox === null ? ['no Firefox on this machine: install one, or name it in FIREFOX'] : []),
  ...(isBuilt ? [] : ['the web app is not built']),
];
const skipped = missing.length === 0 ? '' : ` (skipped: ${missing.join(', ')})`;

/** As `openFirefoxPush` says; and no call to any other server. */
const preferences = (socketUrl: string) => ({
  'remote.prefs.recommended': false,
  'dom.push.serverURL': socketUrl,
  'dom.push.testing.allowInsecureServerURL': true,
  'permissions.default.desktop-notification': 1,
  'alerts.useSystemBackend': false,
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'http://127.0.0.1:9/',
});

type Shown = { title: string; tag: string; actions: { action: string; title: string }[] };
const shownNotifications = `navigator.serviceWorker.ready
  .then((registration) => registration.getNotifications())
  .then((shown) => shown.map(({ title, tag, actions }) => ({ title, tag, actions })))`;
const subscribedEndpoint = `navigator.serviceWorker.ready
  .then(({ pushManager }) => pushManager.getSubscription())
  .then((subscription) => subscription?.endpoint ?? null)`;

/** A Firefox and a Tealight whose owner is about to sign in. */
async function opened(program: string) {
  const left = new AsyncDisposableStack();
  onTestFinished(() => left.disposeAsync());
  const push = await openFirefoxPush();
  left.defer(push.close);
  const site = left.use(await alarmSite());
  const { url, said } = left.use(await realProcess({ LOG_LEVEL: 'debug' }));
  await site.measures(110, 400);
  const ada = await wearerWithAlarms(url, site);
  const { page } = left.use(await openFirefox(program, preferences(push.socketUrl)));
  return { push, site, url, said, ada, page };
}

const channelsOf = async (url: string, { token }: Wearer) => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(url + alarmChannels.path, { headers });
  return ((await answer.json()) as ReplyOf<typeof alarmChannels>).channels;
};

test.skipIf(missing.length > 0)(
  `[ALM-31] [ALM-34] [ALM-35] [ALM-36] Firefox subscribes in steps, decrypts the test and an urgent low, shows both, and its endpoint ends with the channel${skipped}`,
  async () => {
    const { push, site, url, said, ada, page } = await opened(firefox ?? '');
    await page.goto(`${url}/login`);
    await page.fill('email', ada.email);
    await page.fill('password', ada.password);
    await page.press('button', 'Sign in');
    await page.sees(/110/);
    await page.goto(`${url}/alarms`);
    // The last part of the page, so that nothing moves under the mouse.
    await page.sees(/No alarms yet\./);
    await page.press('button', 'This browser');
    await page.sees(/They cannot ring through a silent phone/);
    await page.press('button', 'Allow notifications');
    await page.sees(/The test was shown after [\d.]+ s/);
    await page.press('button', 'Test Firefox on Linux');
    await vi.waitFor(() => expect(push.messages).toHaveLength(2));
    await page.sees(/Last shown .* after it was sent/);

    const shownAt = async () => (await channelsOf(url, ada))[0]?.reachedAt;
    const testShownAt = await shownAt();
    await site.measures(52);
    await ask(url, ada);
    const title = `${ada.firstName}: urgent low 52 →`;
    const alarm = await vi.waitFor(async () => {
      const shown = await page.evaluate<Shown[]>(shownNotifications);
      const found = shown.find((notification) => notification.title === title);
      if (found === undefined) throw new Error(`Not shown, but: ${shown.map((one) => one.title)}`);
      return found;
    });
    expect(alarm.actions.map(({ action }) => action)).toEqual(['seen', 'snooze']);
    expect(alarm.tag).toBe(push.messages.at(-1)?.topic);
    await vi.waitFor(async () => {
      expect(push.messages.map(({ acknowledged }) => acknowledged)).toEqual([100, 100, 100]);
      expect(await shownAt()).not.toBe(testShownAt);
    });
    await page.sees(/Firefox on Linux\s+Browser notifications, this browser\s+Last shown /);
    expect(await channelsOf(url, ada)).toMatchObject([{ kind: 'web-push', failure: null }]);

    const endpoint = await page.evaluate<string>(subscribedEndpoint);
    expect(said()).not.toContain(endpoint);
    await page.press('button', 'Remove Firefox on Linux');
    await page.press('button', 'Remove');
    await page.sees(/Firefox on Linux was removed/);
    await vi.waitFor(async () => expect((await fetch(endpoint, { method: 'POST' })).status).toBe(410));
    expect(await page.evaluate(subscribedEndpoint)).toBeNull();
    expect(await channelsOf(url, ada)).toEqual([]);
  },
);
