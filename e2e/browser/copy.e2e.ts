import type { Page } from '@playwright/test';
import { connectedWearer } from '../../simulators/fixtures/wearer.ts';
import { openAs } from './support/as-wearer.ts';
import { expect, test } from './support/environment.ts';

/** In the place of a computer on the local network: an address that is not this computer, and without HTTPS. */
const HOST = 'tealight.example';
const executablePath = process.env.HEADLESS_SHELL || process.env.CHROMIUM;

test.use({
  launchOptions: {
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
  },
});

test('[SHELL-11] without HTTPS, too, values are copied and that is said aloud; where nothing can be copied, they are selected', async ({
  page,
  site,
  tealight,
}) => {
  const { port } = new URL(tealight.url);
  await openAs(page, await connectedWearer(tealight.url, site), `http://${HOST}:${port}/`);
  expect(await page.evaluate(() => 'clipboard' in navigator)).toBe(false);
  const devices = page.getByRole('region', { name: 'Device Connection Code' });
  const code = (await devices.locator('code').textContent()) ?? '';
  const copyCode = devices.getByRole('button', { name: 'Copy the code' });
  // It is said for two seconds.
  await expect(async () => {
    await copyCode.click();
    await expect(devices.getByText('Copied', { exact: true })).toHaveRole('status', { timeout: 2000 });
  }).toPass();
  await expect(devices.getByRole('button', { name: /^(Copied|Copy the code)$/ })).toBeFocused();
  expect(await pasted(page)).toBe(code);

  await devices.getByText('Home Assistant, ESPHome, WLED (MQTT)').click();
  await expect(async () => {
    await devices.getByRole('button', { name: 'Copy username' }).click();
    await expect(devices.getByText('Username copied')).toHaveRole('status', { timeout: 2000 });
  }).toPass();
  expect(await pasted(page)).toBe(code.replace('-', ''));

  await page.evaluate(() => {
    document.execCommand = () => false;
  });
  await copyCode.click();
  await expect(page.getByRole('alert').filter({ hasText: 'does not let this page copy' })).toBeVisible();
  await expect(devices.getByText('Copied', { exact: true })).toHaveCount(0);
  expect(await page.evaluate(() => String(getSelection()))).toBe(code);
  // The page gets the focus of a notice that is closed.
  await page.getByRole('button', { name: 'Close notice' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

/** What the clipboard has, read in a field of another page. */
async function pasted(page: Page): Promise<string> {
  const other = await page.context().newPage();
  await other.setContent('<textarea></textarea>');
  const field = other.getByRole('textbox');
  await field.focus();
  await other.keyboard.press('ControlOrMeta+v');
  const text = await field.inputValue();
  await other.close();
  return text;
}
