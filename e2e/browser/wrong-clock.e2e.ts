import { connectedWearer } from '../../simulators/fixtures/wearer.ts';
import { openAs } from './support/as-wearer.ts';
import { expect, test } from './support/environment.ts';

const MINUTE = 60_000;

test.describe('[DASH-1] [DASH-2] on a tablet whose clock is wrong', () => {
  for (const [clock, aheadMs] of [
    ['20 minutes fast', 20 * MINUTE],
    ['20 minutes slow', -20 * MINUTE],
  ] as const)
    test(`that is ${clock} a fresh reading is current, with its true age`, async ({
      page,
      site,
      tealight,
    }) => {
      await site.measures(118, { date: Date.now() - 2 * MINUTE });
      const wearer = await connectedWearer(tealight.url, site);
      await page.clock.install({ time: Date.now() + aheadMs });
      await openAs(page, wearer, '/');
      const connection = page.getByRole('region', { name: 'CGM Connection' });
      await expect(connection.getByText('118').first()).toBeVisible();
      await expect(connection.getByText(/\b[23] min ago/).first()).toBeVisible();
      await expect(connection.getByText('Last known reading')).toHaveCount(0);
    });
});
