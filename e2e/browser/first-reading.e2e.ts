import { newUser } from '../../simulators/fixtures/new-user.ts';
import { soonAsked } from './support/asked.ts';
import { expect, test } from './support/environment.ts';
import { codeOn, glowOf, glowsIn, lightLamp } from './support/glow.ts';
import { confirmEmail, connectNightscout, setRange, signIn, signUp } from './support/new-user.ts';

test('@both [OPS-1] [ONB-3] [DEV-3] a new user signs up, connects a site, sees the reading and connects a lamp', async ({
  page,
  context,
  site,
  tealight,
}) => {
  const person = newUser();
  // The last reading is nearly five minutes old, so the next one is due soon.
  await site.measures(112, { date: Date.now() - 292_000 });
  await signUp(page, person);
  await confirmEmail(page, person);
  await signIn(page, person);
  await connectNightscout(page, site);
  await setRange(page);

  await expect(page).toHaveURL(`${tealight.url}/`);
  await expect(page.getByText('Successfully connected to Nightscout', { exact: true })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('112 mg/dL');
  // White until the answer with the new range has arrived.
  await expect.poll(() => glowOf(page)).not.toBe('#ffffff');
  const steady = await glowOf(page);

  const lamp = await context.newPage();
  await lightLamp(lamp, await codeOn(page));
  await glowsIn(lamp, steady);
  await expect(page.getByText('Devices connected', { exact: true })).toBeVisible();

  await site.measures(58, { direction: 'SingleDown' });
  const token = await page.evaluate(() => localStorage.getItem('accessToken') ?? '');
  await soonAsked(tealight.url, { token }, async () => expect(await glowOf(lamp)).not.toBe(steady));
  await expect(page.getByRole('main')).toContainText('58 mg/dL');
  await expect(page.getByRole('main')).toContainText('Falling');
  await glowsIn(page, await glowOf(lamp));
});
