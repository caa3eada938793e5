import type { Page } from '@playwright/test';
import { connectedWearer } from '../../simulators/fixtures/wearer.ts';
import { openAs } from './support/as-wearer.ts';
import { expect, test } from './support/environment.ts';
import { hiddenFocus, lostShapes } from './support/forced-colors.ts';
import { codeOn, lightLamp } from './support/glow.ts';
import { layoutFaults } from './support/layout/layout-faults.ts';
import { overlaps } from './support/layout/overlaps.ts';
import { openWhole } from './support/open-whole.ts';
import { lowContrastTexts } from './support/violations.ts';

test.setTimeout(360_000);

const pages = ['/', '/account', '/signup/connection-setup', '/signup/range-setup', '/help/devices'];

/** Opens a page, waits until all of it is loaded, and scrolls to its top. */
async function openAtTop(page: Page, path: string): Promise<void> {
  await openWhole(page, path);
  await page.evaluate(() => scrollTo(0, 0));
}

test('[SHELL-11] from right to left, nothing overlaps and nothing scrolls sideways', async ({
  page,
  context,
  site,
  tealight,
}) => {
  await site.setScenario('well');
  await openAs(page, await connectedWearer(tealight.url, site));
  await lightLamp(await context.newPage(), await codeOn(page));
  const faults: string[] = [];
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of pages) {
      await openAtTop(page, path);
      await page.evaluate(() => {
        document.documentElement.dir = 'rtl';
      });
      const found = [...(await overlaps(page)), ...(await layoutFaults(page))];
      faults.push(...found.map((fault) => `${path}, ${width}: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
});

test('[SHELL-11] in forced colors, everything is visible, and so is the focus', async ({
  page,
  context,
  site,
  tealight,
}) => {
  await site.setScenario('well');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAs(page, await connectedWearer(tealight.url, site));
  const lamp = await context.newPage();
  await lamp.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await lightLamp(lamp, await codeOn(page));
  const lampAtFirst = await lampLook(lamp);
  const faults: string[] = [];
  for (const path of pages) {
    await openAtTop(page, path);
    const found = [
      ...(await lostShapes(page)),
      ...(await hiddenFocus(page)),
      ...(await lowContrastTexts(page)),
    ];
    faults.push(...found.map((fault) => `${path}: ${fault}`));
  }
  expect(faults).toEqual([]);

  await openAtTop(page, '/');
  const orb = page.locator('[data-urgent]');
  await expect(orb).toHaveCSS('border-top-style', 'solid');
  // The colors depend on the zone, and the simulated reading on the hour: so the contrast is checked, and no color.
  expect(await orb.evaluate(valueContrast)).toBeGreaterThanOrEqual(4.5);
  const range = page.getByRole('img', { name: 'From red at 70' });
  await expect(range).toHaveCSS('outline-style', 'solid');
  await expect(range).toHaveCSS('background-image', /linear-gradient/);
  await page.getByRole('button', { name: 'Time in range menu' }).click();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await expect(page.getByRole('menuitem').first()).toHaveCSS('outline-style', 'solid');

  // The lamp has drifted in the meantime, without a visible movement.
  const look = await lampLook(lamp);
  expect(look).toMatchObject({
    barColors: ['#000000', '#000000'],
    background: 'rgb(0, 0, 0)',
    isDrawn: true,
    isEdgeToEdge: true,
    animations: 0,
  });
  expect(look.position).not.toEqual(lampAtFirst.position);
});

/** The contrast between the value on the orb, which is the round light of the dashboard, and its color (WCAG 2.2, 1.4.3). */
function valueContrast(orb: Element): number {
  const context = document.createElement('canvas').getContext('2d');
  const luminanceOf = (color: string) => {
    if (context === null) return 0;
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const channels = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((channel) => channel / 255);
    const [red = 0, green = 0, blue = 0] = channels.map((one) =>
      one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const value = orb.querySelector('b');
  if (value === null) return 0;
  const [dark = 0, light = 0] = [
    getComputedStyle(value).color,
    getComputedStyle(orb).getPropertyValue('--glow'),
  ]
    .map(luminanceOf)
    .sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

/** What a lamp page shows: its background, the colors of the browser's bars, its light, and the position of that, which drifts. */
function lampLook(lamp: Page) {
  return lamp.locator('.disc').evaluate((disc) => {
    const { left, right, top, bottom } = disc.getBoundingClientRect();
    return {
      background: getComputedStyle(disc.closest('.lamp') ?? disc).backgroundColor,
      isDrawn: getComputedStyle(disc).backgroundImage.includes('gradient'),
      isEdgeToEdge: left <= 0 && top <= 0 && right >= innerWidth && bottom >= innerHeight,
      animations: document.getAnimations().length,
      barColors: [...document.querySelectorAll('meta[name=theme-color]')].map((one) =>
        one.getAttribute('content'),
      ),
      position: [left, top],
    };
  });
}
