import type { BrowserCall, BrowserKey } from '@tealight/contract';
import type { Page } from 'playwright-core';

/** How long the mouse button stays down. */
const PRESS_MS = 30;
/** How long a call waits for a page to process its input; a session can be stopped after that. */
const INPUT_TIMEOUT_MS = 3000;
/** Up to this many characters are typed as keys; longer texts are inserted at once, like a paste. */
const TYPED_CHARACTERS = 4;

export type PageInput = {
  click(...at: BrowserCall<'SendClick'>): Promise<void>;
  wheel(...wheel: BrowserCall<'SendWheel'>): Promise<void>;
  key(key: BrowserKey): Promise<void>;
  text(text: string): Promise<void>;
};

/**
 * Sends a wearer's input to the page, one after the other: on a busy page a text that overtakes its click would be typed
 * into nothing. Positions that are not on the page are ignored.
 */
export function openPageInput(page: Page): PageInput {
  let last: Promise<void> = Promise.resolve();
  /** Ignores errors: a page may close during the input. What a busy page has not processed in time stays in the queue. */
  const inOrder = async (work: () => Promise<void>) => {
    last = last.then(work).catch(() => {});
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, INPUT_TIMEOUT_MS);
    await Promise.race([last, promise]);
    clearTimeout(timer);
  };
  const moveMouse = async ([x, y, width, height]: readonly [number, number, number, number]) => {
    const size = page.viewportSize();
    if (size === null || x < 0 || y < 0 || x > width || y > height) return false;
    await page.mouse.move((x / width) * size.width, (y / height) * size.height, { steps: 3 });
    return true;
  };
  return {
    click: (...at) =>
      inOrder(async () => {
        if (!(await moveMouse(at))) return;
        await page.mouse.down();
        await new Promise((resolve) => setTimeout(resolve, PRESS_MS));
        await page.mouse.up();
      }),
    wheel: (x, y, right, down, ...size) =>
      inOrder(async () => {
        if (await moveMouse([x, y, ...size])) await page.mouse.wheel(right, down);
      }),
    key: (key) => inOrder(() => page.keyboard.press(key)),
    text: (text) =>
      inOrder(() =>
        text.length <= TYPED_CHARACTERS ? page.keyboard.type(text) : page.keyboard.insertText(text),
      ),
  };
}
