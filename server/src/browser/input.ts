import type { BrowserCall, BrowserKey } from '@tealight/contract';
import type { Page } from 'playwright-core';

/** How long a finger stays down. */
const PRESS_MS = 30;
/** A page that does not take its input within this time is not waited for. */
const PATIENCE_MS = 3000;
/** Up to so many letters are typed one by one, as keys; more arrive at once, as pasted. */
const TYPED = 4;

export type Input = {
  click(...at: BrowserCall<'SendClick'>): Promise<void>;
  wheel(...turn: BrowserCall<'SendWheel'>): Promise<void>;
  key(key: BrowserKey): Promise<void>;
  text(text: string): Promise<void>;
};

/** A wearer's hands at the page. Places outside of the page do nothing. */
export function inputOf(page: Page): Input {
  const moved = async ([x, y, width, height]: readonly [number, number, number, number]) => {
    const size = page.viewportSize();
    if (size === null || x < 0 || y < 0 || x > width || y > height) return false;
    await page.mouse.move((x / width) * size.width, (y / height) * size.height, { steps: 3 });
    return true;
  };
  return {
    click: (...at) =>
      patiently(async () => {
        if (!(await moved(at))) return;
        await page.mouse.down();
        await new Promise((done) => setTimeout(done, PRESS_MS));
        await page.mouse.up();
      }),
    wheel: (x, y, right, down, ...size) =>
      patiently(async () => {
        if (await moved([x, y, ...size])) await page.mouse.wheel(right, down);
      }),
    key: (key) => patiently(() => page.keyboard.press(key)),
    text: (text) =>
      patiently(() => (text.length <= TYPED ? page.keyboard.type(text) : page.keyboard.insertText(text))),
  };
}

/** A page may close while it is being touched, or be too busy to notice. */
async function patiently(work: () => Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, PATIENCE_MS);
  await Promise.race([work().catch(() => {}), promise]);
  clearTimeout(timer);
}
