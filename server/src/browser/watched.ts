import type { CDPSession, Page } from 'playwright-core';

/**
 * Every address that the page is sent to, the app addresses included that no browser can open: only DevTools tells
 * of those, in the answer's headers even where the page forbids the redirect, and in the request for the others.
 */
export async function watchAddresses(session: CDPSession, seen: (address: string) => void): Promise<void> {
  session.on('Network.responseReceivedExtraInfo', ({ headers }) => {
    const name = Object.keys(headers).find((header) => header.toLowerCase() === 'location');
    if (name !== undefined) seen(headers[name] ?? '');
  });
  session.on('Network.requestWillBeSent', ({ request }) => seen(request.url));
  await session.send('Network.enable');
}

/** Pictures of the page as it changes, each when the one before was taken. Never rejects once begun. */
export async function watchScreen(
  session: CDPSession,
  { width, height }: { width: number; height: number },
  taken: (jpeg: string) => Promise<void>,
): Promise<void> {
  let last = '';
  session.on('Page.screencastFrame', async ({ data, sessionId }) => {
    if (data !== last) await taken(data);
    last = data;
    await session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await session.send('Page.startScreencast', {
    format: 'jpeg',
    quality: QUALITY,
    maxWidth: width,
    maxHeight: height,
  });
}

/** Small enough for a phone's network, clear enough to read a password field by. */
const QUALITY = 70;

/** What stands in the fields where captchas leave their proof. */
const proofs = 'input[name=captcha], textarea[name=g-recaptcha-response], input[name=g-recaptcha-response]';

const anyProof = `[...document.querySelectorAll(${JSON.stringify(proofs)})].some(({ value }) => value !== '')`;

/** Whether the page's captcha has been solved. */
export async function isSolved(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(anyProof).catch(() => false);
}

/** For every page: a caret that blinks would be a new picture twice a second. */
export const calmCaret = `(() => {
  const style = new CSSStyleSheet();
  style.replaceSync('* { caret-animation: manual !important; }');
  document.adoptedStyleSheets.push(style);
})()`;
