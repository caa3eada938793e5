import type { Browser, LaunchOptions, Page, PlaywrightWorkerArgs } from '@playwright/test';
import { lasting } from './lasting.ts';

/** The arguments are for Chromium. */
export const twiceTheText = {
  name: 'with text twice as large',
  width: 390,
  args: ['--blink-settings=defaultFontSize=32'],
};

/** Where text has the least space. */
export const narrowScreens = [{ name: 'on a screen of 320 pixels', width: 320, args: [] }, twiceTheText];

/** A browser of such a screen. */
export const narrowBrowser = (
  {
    playwright,
    launchOptions,
  }: { playwright: PlaywrightWorkerArgs['playwright']; launchOptions: LaunchOptions },
  { args }: { args: readonly string[] },
): Promise<Browser> =>
  playwright.chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] });

/**
 * Text that is cut off or outside the page, and targets smaller than 24 pixels (WCAG 2.2, 1.4.10 and 2.5.8), where that
 * lasts.
 */
export const layoutFaults = (page: Page): Promise<string[]> => lasting(page, () => faultsNow(page));

function faultsNow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const faults = new Set<string>();
    if (root.scrollWidth > root.clientWidth)
      faults.add(`the page is ${root.scrollWidth} wide, on a screen of ${root.clientWidth}`);

    const isHidden = (element: Element) => {
      for (let one: Element | null = element; one !== null; one = one.parentElement) {
        const { clipPath, visibility, clip } = getComputedStyle(one);
        if (clipPath.startsWith('inset(50%') || visibility === 'hidden' || clip !== 'auto') return true;
        if (one.matches('.uplot')) return true;
      }
      return !element.checkVisibility({ opacityProperty: true });
    };
    /** The part of the page in which an element is visible; a scroll container shows all of its content. */
    const edgesOf = (element: Element) => {
      const edges = { left: 0, right: root.clientWidth, top: -1e6, bottom: 1e6 };
      for (
        let one: Element | null = element;
        one !== null && one !== document.body;
        one = one.parentElement
      ) {
        const { overflowX, overflowY } = getComputedStyle(one);
        const place = one.getBoundingClientRect();
        if (/auto|scroll/.test(overflowX)) edges.left = -1e6;
        if (/auto|scroll/.test(overflowX)) return { ...edges, right: 1e6 };
        if (/hidden|clip/.test(overflowX)) {
          edges.left = Math.max(edges.left, place.left);
          edges.right = Math.min(edges.right, place.right);
        }
        if (/hidden|clip/.test(overflowY)) {
          edges.top = Math.max(edges.top, place.top);
          edges.bottom = Math.min(edges.bottom, place.bottom);
        }
      }
      return edges;
    };

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (element === null || text === '' || element.matches('script, style, noscript, option')) continue;
      if (isHidden(element)) continue;
      // A name that is shortened stands on the page in full, too.
      const isShortened = getComputedStyle(element).textOverflow === 'ellipsis';
      if (isShortened && document.body.textContent.split(text).length > 2) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const edges = edgesOf(element);
      for (const { left, right, top, bottom, width } of range.getClientRects()) {
        if (width === 0) continue;
        const isCut =
          left < edges.left - 1 ||
          right > edges.right + 1 ||
          top < edges.top - 2 ||
          bottom > edges.bottom + 2;
        if (isCut) faults.add(`cut off: ${text.slice(0, 60)}`);
      }
    }

    for (const select of document.querySelectorAll('select')) {
      const chosen = select.selectedOptions[0]?.text ?? '';
      const style = getComputedStyle(select);
      const { fontFamily, fontSize, fontWeight, lineHeight, whiteSpace } = style;
      const { paddingLeft, paddingRight, paddingTop, paddingBottom } = style;
      const height = select.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
      const width = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (width <= 0 || isHidden(select)) continue;
      const copy = document.createElement('div');
      const font = { fontFamily, fontSize, fontWeight, lineHeight, whiteSpace };
      Object.assign(copy.style, font, { width: `${width}px`, position: 'absolute' });
      copy.textContent = chosen;
      document.body.append(copy);
      if (copy.scrollWidth > width + 1 || copy.scrollHeight > height + 2) faults.add(`cut off: ${chosen}`);
      copy.remove();
    }

    const targets =
      'a[href], button, input:not([type=hidden]), select, summary, [role=slider], [tabindex="0"]';
    for (const target of document.querySelectorAll<HTMLElement>(targets)) {
      const shown = target.closest('label') ?? document.querySelector(`label[for="${target.id}"]`) ?? target;
      const isBoxed = target.matches('[type=radio], [type=checkbox]');
      const place = (isBoxed ? shown : target).getBoundingClientRect();
      if (isHidden(target) && !isBoxed) continue;
      if (place.width === 0) continue;
      // A link in a sentence is as high as its line.
      const sentence = target.closest('p, li, dd, td, div')?.textContent ?? '';
      const isInSentence =
        getComputedStyle(target).display.startsWith('inline') &&
        sentence.trim().length > (target.textContent ?? '').trim().length;
      if (isInSentence) continue;
      if (place.width < 23.5 || place.height < 23.5) {
        const name = target.getAttribute('aria-label') ?? target.textContent?.trim() ?? '';
        faults.add(`small: ${name || target.outerHTML.slice(0, 60)} ${place.width | 0}x${place.height | 0}`);
      }
    }
    return [...faults];
  });
}
