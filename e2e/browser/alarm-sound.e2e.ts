import { type CDPSession, chromium } from '@playwright/test';
import { checkNow, saveAlarmSettings } from '@tealight/contract';
import { connectedWearer, send } from '../../simulators/fixtures/wearer.ts';
import { openAs } from './support/as-wearer.ts';
import { expect, test } from './support/environment.ts';

const MINUTE = 60_000;

/** What a script finds in the page. Whatever else looks into a page counts as a gesture of a person, and unblocks its sound. */
async function find(session: CDPSession, expression: string): Promise<unknown> {
  const { result } = await session.send('Runtime.evaluate', { expression, userGesture: false });
  return result.value;
}
const textOf = (selector: string) => `document.querySelector('${selector}')?.textContent ?? ''`;
const soundButton = `[...document.querySelectorAll('section[aria-label="Alarms"] button')].find((one) => /Sound is/.test(one.textContent))`;
const soundText = `${soundButton}?.textContent ?? ''`;

// The recording of a trace looks into the page too.
test.use({ trace: 'off', screenshot: 'off' });

test('[ALM-33] “a silent browser”: a page that cannot be heard says so while an alarm rings, until a person presses it', async ({
  site,
  tealight,
}) => {
  const { url } = tealight;
  await site.measures(112, { date: Date.now() - 9 * MINUTE });
  const ada = await connectedWearer(url, site);
  await send(url + saveAlarmSettings.path, { isOn: true, hasAccepted: true }, ada.token);
  await using browser = await chromium.launch({
    ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
    // As every browser of a person has it.
    args: ['--no-sandbox', '--autoplay-policy=document-user-activation-required'],
  });
  const page = await browser.newPage({ baseURL: url });
  const session = await page.context().newCDPSession(page);
  await openAs(page, ada, '/support');
  await site.measures(52, { date: Date.now() - 4 * MINUTE });
  await expect(async () => {
    await send(url + checkNow.path, {}, ada.token).catch(() => {});
    expect(await find(session, textOf('[role="alert"]'))).toContain('Urgent low 52');
  }).toPass({ timeout: 60_000, intervals: [3000] });
  expect(await find(session, soundText)).toMatch(/^Sound is off/);
  await find(session, `${soundButton}.click()`);
  // What the browser blocks must never look as if it could be heard: for longer than a press takes.
  for (let look = 0; look < 10; look += 1) {
    expect(await find(session, soundText)).toMatch(/^Sound is off/);
    await new Promise((resume) => setTimeout(resume, 100));
  }
  await page.getByRole('button', { name: /Sound is off/ }).click();
  await expect(page.getByRole('button', { name: 'Switch the sound off' })).toBeVisible();
  await page.reload();
  await expect.poll(() => find(session, soundText)).toMatch(/^Sound is off/);
});
