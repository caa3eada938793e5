import type { Page } from '@playwright/test';
import { lasting } from './lasting.ts';

/** Words and controls of a page that overlap by more than two pixels, where that lasts. */
export const overlaps = (page: Page): Promise<string[]> => lasting(page, () => overlapsNow(page));

function overlapsNow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Piece = { element: Element; name: string; box: DOMRect };
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      // Left out: text for screen readers only, and charts, whose labels lie on the drawing.
      element.closest('.visually-hidden, .mantine-VisuallyHidden-root, .uplot, svg') === null &&
      getComputedStyle(element).clip === 'auto' &&
      !getComputedStyle(element).clipPath.startsWith('inset(50%');
    const pieces: Piece[] = [];
    const add = (element: Element, name: string, boxes: Iterable<DOMRect>) => {
      for (const box of boxes)
        if (box.width > 1 && box.height > 1) pieces.push({ element, name: name.trim().slice(0, 40), box });
    };

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const element = node.parentElement;
      if (element === null || !node.textContent?.trim() || element.matches('script, style, noscript, option'))
        continue;
      if (!isShown(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // Text in place of which an ellipsis may be drawn counts as its element.
      const mayBeShortened = getComputedStyle(element).textOverflow === 'ellipsis';
      const lines = mayBeShortened ? [element.getBoundingClientRect()] : range.getClientRects();
      // Glyphs are smaller than the line height.
      add(
        element,
        node.textContent,
        [...lines].map(({ x, y, width, height }) => new DOMRect(x, y + height * 0.2, width, height * 0.6)),
      );
    }
    for (const control of document.querySelectorAll(
      'button, input, select, a[href], [role=slider], [role=img]',
    ))
      if (isShown(control) && !control.matches('[type=radio], [type=checkbox]'))
        add(control, control.getAttribute('aria-label') ?? control.textContent ?? control.id, [
          control.getBoundingClientRect(),
        ]);

    const found = new Set<string>();
    for (const [at, one] of pieces.entries())
      for (const other of pieces.slice(at + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        // A unit or a button inside a field may lie on it.
        const field = '.mantine-Input-wrapper';
        if (one.element.closest(field) && one.element.closest(field) === other.element.closest(field))
          continue;
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (width > 2 && height > 2) found.add(`'${one.name}' and '${other.name}' overlap`);
      }
    return [...found];
  });
}
