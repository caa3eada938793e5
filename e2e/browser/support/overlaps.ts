import type { Page } from '@playwright/test';

/** Words and controls of a page that overlap by more than two pixels. */
export function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Piece = { element: Element; name: string; place: DOMRect };
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      // Text for screen readers only, and charts, whose labels are on the drawing.
      element.closest('.visually-hidden, .mantine-VisuallyHidden-root, .uplot, svg') === null &&
      getComputedStyle(element).clip === 'auto' &&
      !getComputedStyle(element).clipPath.startsWith('inset(50%');
    const pieces: Piece[] = [];
    const add = (element: Element, name: string, places: Iterable<DOMRect>) => {
      for (const place of places)
        if (place.width > 1 && place.height > 1)
          pieces.push({ element, name: name.trim().slice(0, 40), place });
    };

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const element = node.parentElement;
      if (element === null || !node.textContent?.trim() || element.matches('script, style, noscript, option'))
        continue;
      if (!isShown(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // What an ellipsis stands for is not drawn.
      const isShortened = getComputedStyle(element).textOverflow === 'ellipsis';
      const lines = isShortened ? [element.getBoundingClientRect()] : range.getClientRects();
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
        // A unit or a button inside a field.
        const field = '.mantine-Input-wrapper';
        if (one.element.closest(field) && one.element.closest(field) === other.element.closest(field))
          continue;
        const width =
          Math.min(one.place.right, other.place.right) - Math.max(one.place.left, other.place.left);
        const height =
          Math.min(one.place.bottom, other.place.bottom) - Math.max(one.place.top, other.place.top);
        if (width > 2 && height > 2) found.add(`'${one.name}' and '${other.name}' overlap`);
      }
    return [...found];
  });
}
