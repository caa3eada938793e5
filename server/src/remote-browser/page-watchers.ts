import type { CDPSession, Page } from 'playwright-core';

/**
 * Reports every address that the page navigates to, including app addresses, which a browser cannot open: the DevTools
 * protocol reports these in the headers of the response, even when the page blocks the redirect, and the others as
 * requests.
 */
export async function watchAddresses(
  session: CDPSession,
  onAddress: (address: string) => void,
): Promise<void> {
  session.on('Network.responseReceivedExtraInfo', ({ headers }) => {
    const name = Object.keys(headers).find((header) => header.toLowerCase() === 'location');
    if (name !== undefined) onAddress(headers[name] ?? '');
  });
  session.on('Network.requestWillBeSent', ({ request }) => onAddress(request.url));
  await session.send('Network.enable');
}

/** Reports a screenshot whenever the page changes, as soon as `onScreenshot` of the last one has resolved. */
export async function watchScreen(
  session: CDPSession,
  { width, height }: { width: number; height: number },
  onScreenshot: (jpeg: string) => Promise<void>,
): Promise<void> {
  let last = '';
  session.on('Page.screencastFrame', async ({ data, sessionId }) => {
    if (data !== last) await onScreenshot(data);
    last = data;
    await session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await session.send('Page.startScreencast', {
    format: 'jpeg',
    quality: JPEG_QUALITY,
    maxWidth: width,
    maxHeight: height,
  });
}

/** Small enough for mobile networks, clear enough to read text. */
const JPEG_QUALITY = 70;

/** The fields where captchas store their token. */
const tokenFields =
  'input[name=captcha], textarea[name=g-recaptcha-response], input[name=g-recaptcha-response]';

const hasToken = `[...document.querySelectorAll(${JSON.stringify(tokenFields)})].some(({ value }) => value !== '')`;

/** Whether the page's captcha has been solved. */
export async function isCaptchaSolved(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(hasToken).catch(() => false);
}

/** Script for every page: a blinking text cursor would cause two screenshots a second. */
export const stopCaretBlinking = `(() => {
  const style = new CSSStyleSheet();
  style.replaceSync('* { caret-animation: manual !important; }');
  document.adoptedStyleSheets.push(style);
})()`;
