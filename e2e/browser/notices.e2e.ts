import type { Page } from '@playwright/test';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { openAs } from './support/as-wearer.ts';
import { expect, test } from './support/environment.ts';

/** Controls whose middle cannot be pressed, although they were scrolled into view. */
function coveredControls(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('a[href], button, input:not([type=file])')]
      .filter((control) => {
        const drawn = control.closest('label') ?? control.parentElement?.querySelector('label') ?? control;
        drawn.scrollIntoView({ block: 'nearest' });
        const { left, top, width, height } = drawn.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return hit === null || !(drawn.contains(hit) || hit.contains(drawn));
      })
      .map((control) => control.outerHTML.slice(0, 100)),
  );
}

test('[SHELL-9] a notice covers no control: not the one that was pressed, and no other', async ({
  page,
  tealight,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAs(page, await wearerOf(tealight.url), '/account');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 500 });
    const choice = page.getByRole('switch', { name: 'Email me when readings stop' });
    // Where a notice will be: at the lower edge of the view.
    await choice.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await choice.click();
    const notice = page.getByRole('status').filter({ hasText: 'Your choice has been saved' });
    await expect(notice).toBeVisible();
    await notice.hover();
    const row = await page.locator('div:has(> [data-kind])').evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const ground = getComputedStyle(element).backgroundColor;
      return { left, width: right - left, top, toEdge: innerHeight - bottom, ground };
    });
    // A row of its own over the whole width: nothing of the page is seen beside it or through it.
    expect(row).toMatchObject({ left: 0, width, toEdge: 0, ground: expect.stringMatching(/^rgb\(/) });
    const pressed = await choice.boundingBox();
    expect((pressed?.y ?? 0) + (pressed?.height ?? 0)).toBeLessThanOrEqual(row.top);
    expect(await coveredControls(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close notice' }).click();
    await expect(notice).toHaveCount(0);
  }
});
