import { connectedWearer } from '../../simulators/fixtures/wearer.ts';
import { openAs } from './support/as-wearer.ts';
import { soonAsked } from './support/asked.ts';
import { choose } from './support/choose.ts';
import { expect, test } from './support/environment.ts';

test('[DASH-1] [DASH-2] the browser tab carries the reading once the wearer has switched it on, also behind another tab', async ({
  page,
  context,
  site,
  tealight,
}) => {
  // The next reading of this sensor is due in 8 seconds.
  await site.measures(118, { date: Date.now() - 292_000 });
  const wearer = await connectedWearer(tealight.url, site);
  await openAs(page, wearer, '/account');
  await expect(page).toHaveTitle('My account · Tealight');
  await choose(page.getByRole('switch', { name: /^Show my reading in the browser tab/ }));
  await expect(page).toHaveTitle(/^118 .*\d.* · My account · Tealight$/);
  const icon = page.locator('link[rel="icon"]');
  await expect(icon).toHaveAttribute('href', /^data:image\/svg/);
  // The content security policy lets it be drawn.
  const isDrawn = await icon.evaluate(async (link) => {
    const image = new Image();
    image.src = link.getAttribute('href') ?? '';
    await image.decode();
    return image.naturalWidth > 0;
  });
  expect(isDrawn).toBe(true);

  const other = await context.newPage();
  await other.goto('/support');
  await expect(other).toHaveTitle(/^118 /);
  await site.measures(64, { direction: 'SingleDown' });
  await soonAsked(tealight.url, wearer, () => expect(page).toHaveTitle(/^64 ↓/, { timeout: 2000 }));
  await choose(page.getByRole('switch', { name: /^Show my reading in the browser tab/ }), false);
  await expect(page).toHaveTitle('My account · Tealight');
  await expect(other).toHaveTitle('Support · Tealight');
});
