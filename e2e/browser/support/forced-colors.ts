import type { JSHandle, Page } from '@playwright/test';

/** Shapes that are drawn by their background alone: forced colors replace it, and the shape disappears. */
export async function lostShapes(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'none' });
  const painted = await page.evaluateHandle(() => {
    const isPainted = (color: string) => !/^rgba\(.*, 0\)$|^transparent$/.test(color);
    const shapes: { element: Element; pseudo: string | undefined }[] = [];
    for (const element of document.querySelectorAll('body *'))
      for (const pseudo of [undefined, '::before', '::after']) {
        const style = getComputedStyle(element, pseudo);
        const isEmpty = pseudo === undefined ? element.childNodes.length === 0 : style.content === '""';
        const isShown =
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
          element.closest('.uplot') === null;
        const { width, height } = element.getBoundingClientRect();
        const isColored = isPainted(style.backgroundColor) || style.backgroundImage.includes('gradient');
        if (isEmpty && isShown && width > 0 && height > 0 && isColored) shapes.push({ element, pseudo });
      }
    return shapes;
  });
  await page.emulateMedia({ forcedColors: 'active' });
  return painted.evaluate((shapes) => {
    const behind = (element: Element | null): string => {
      for (let one = element; one !== null; one = one.parentElement) {
        const { backgroundColor } = getComputedStyle(one);
        if (!/^rgba\(.*, 0\)$/.test(backgroundColor)) return backgroundColor;
      }
      return getComputedStyle(document.documentElement).backgroundColor;
    };
    const lost = shapes.filter(({ element, pseudo }) => {
      const style = getComputedStyle(element, pseudo);
      const isEdged = ['border-top', 'border-left', 'outline'].some(
        (edge) =>
          style.getPropertyValue(`${edge}-style`) !== 'none' &&
          Number.parseFloat(style.getPropertyValue(`${edge}-width`)) > 0,
      );
      const around = behind(pseudo === undefined ? element.parentElement : element);
      const isDrawn = style.backgroundImage !== 'none' || style.backgroundColor !== around;
      return element.checkVisibility({ visibilityProperty: true }) && !isEdged && !isDrawn;
    });
    return [
      ...new Set(lost.map(({ element, pseudo = '' }) => `lost: ${element.outerHTML.slice(0, 80)}${pseudo}`)),
    ];
  });
}

/** Controls that look the same with keyboard focus as without. `atLeast`: how many controls there are to reach. */
export async function hiddenFocus(page: Page, { atLeast = 5 } = {}): Promise<string[]> {
  const hidden: string[] = [];
  const seen: number[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const control = await page.evaluateHandle(() => document.activeElement);
    const place = await control.evaluate((element) =>
      [...document.querySelectorAll('body *')].indexOf(element ?? document.body),
    );
    // A date input has a tab stop for each of its parts.
    if (place !== -1 && place === seen.at(-1)) continue;
    if (place === -1 || seen.includes(place)) break;
    seen.push(place);
    if (await everShowsFocus(page, control)) continue;
    hidden.push(`focus not seen: ${await control.evaluate((element) => element?.outerHTML.slice(0, 300))}`);
  }
  if (seen.length < atLeast) hidden.push(`only ${seen.length} controls were reached`);
  return hidden;
}

/** What loads above a control, or a device that comes, moves it while its pictures are taken: then both are of another place. */
const TRIES = 8;
const PAUSE_MS = 250;

async function everShowsFocus(page: Page, control: JSHandle<Element | null>): Promise<boolean> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    if (tried > 0) await page.waitForTimeout(PAUSE_MS);
    if (await showsFocus(page, control)) return true;
  }
  return false;
}

async function showsFocus(page: Page, control: JSHandle<Element | null>): Promise<boolean> {
  const clip = await control.evaluate((element) => {
    if (element instanceof HTMLElement) element.focus();
    // A radio button or checkbox is drawn by its label.
    const isChoice = element?.matches('[type=radio], [type=checkbox]');
    // A link that covers its card, by a pseudo-element, is drawn by the card.
    const card =
      element !== null && getComputedStyle(element, '::after').position === 'absolute'
        ? element.closest('li')
        : null;
    const drawn =
      card ?? (isChoice ? (element?.closest('label') ?? element?.parentElement) : element) ?? document.body;
    const { left, top, right, bottom } = drawn.getBoundingClientRect();
    const [x, y] = [Math.max(0, left - 8), Math.max(0, top - 8)];
    return {
      x,
      y,
      width: Math.min(innerWidth, right + 8) - x,
      height: Math.min(innerHeight, bottom + 8) - y,
    };
  });
  const blur = () => control.evaluate((element) => element instanceof HTMLElement && element.blur());
  // Moved out of sight; focused again, it is scrolled into view.
  if (clip.width <= 0 || clip.height <= 0) {
    await blur();
    return false;
  }
  const withFocus = await page.screenshot({ clip });
  await blur();
  return !withFocus.equals(await page.screenshot({ clip }));
}
