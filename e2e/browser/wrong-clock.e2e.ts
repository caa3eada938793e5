import { checkNow, saveAlarmSettings } from '@tealight/contract';
import { connectedWearer, send } from '../../simulators/fixtures/wearer.ts';
import { openAs } from './support/as-wearer.ts';
import { expect, test } from './support/environment.ts';

const MINUTE = 60_000;

test.describe('[DASH-1] [DASH-2] [ALM-33] on a tablet whose clock is wrong', () => {
  for (const [clock, aheadMs] of [
    ['20 minutes fast', 20 * MINUTE],
    ['20 minutes slow', -20 * MINUTE],
  ] as const)
    test(`that is ${clock} a fresh reading is current, with its true age, and an alarm rings`, async ({
      page,
      site,
      tealight: { url },
    }) => {
      await site.measures(118, { date: Date.now() - 8 * MINUTE });
      const wearer = await connectedWearer(url, site);
      await send(url + saveAlarmSettings.path, { isOn: true, hasAccepted: true }, wearer.token);
      await page.clock.install({ time: Date.now() + aheadMs });
      await openAs(page, wearer, '/');
      const connection = page.getByRole('region', { name: 'CGM Connection' });
      await expect(connection.getByText('118').first()).toBeVisible();
      await expect(connection.getByText(/\b([89]|10) min ago/).first()).toBeVisible();
      await expect(connection.getByText('Last known reading')).toHaveCount(0);
      await site.measures(52, { date: Date.now() - 3 * MINUTE });
      await expect(async () => {
        await send(url + checkNow.path, {}, wearer.token).catch(() => {});
        expect(await page.title()).toMatch(/^⚠ .*Urgent low 52/);
      }).toPass({ timeout: 60_000, intervals: [3000] });
    });
});
