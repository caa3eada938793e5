import { confirmEmail, connectNightscout, newcomer, setRange, signIn, signUp } from './newcomer.ts';
import { expect, test } from './world.ts';

test('@both [OPS-1] [ONB-3] [DEV-3] a newcomer signs up, connects a site, sees the reading and lights a lamp', async ({
  page,
  context,
  site,
  tealight,
}) => {
  const person = newcomer();
  await site.measures(112, { date: Date.now() - 60_000 });
  await signUp(page, person);
  await confirmEmail(page);
  await signIn(page, person);
  await connectNightscout(page, site);
  await setRange(page);

  await expect(page).toHaveURL(`${tealight.url}/`);
  await expect(page.getByText('Successfully connected to Nightscout')).toBeVisible();
  const orb = page.getByTestId('orb');
  await expect(orb).toContainText('112');
  const color = await orb.getAttribute('data-color');

  const code = await page.getByTestId('connection-code').textContent();
  const lamp = await context.newPage();
  await lamp.goto('/lamp');
  await lamp.getByLabel(/code/i).fill(code ?? '');
  await lamp.keyboard.press('Enter');
  await expect(lamp.getByTestId('lamp')).toHaveAttribute('data-color', color ?? 'none');
  await expect(page.getByText('Devices connected')).toBeVisible();
});
