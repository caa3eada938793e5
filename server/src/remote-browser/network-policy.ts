import type { BrowserContext, Page, Request } from 'playwright-core';

/** Which addresses a session may open (`mayConnect`) and load in its page (`mayLoad`). */
export type NetworkPolicy = { mayConnect(url: URL): boolean; mayLoad(url: URL): boolean };

/** Blocks the requests of a page that the policy does not allow, and all WebSockets. */
export async function blockRequests(context: BrowserContext, policy: NetworkPolicy): Promise<void> {
  await context.route('**/*', async (route) => {
    const isAllowedRequest = isAllowed(route.request(), policy);
    // The page may have closed meanwhile.
    await (isAllowedRequest ? route.continue() : route.abort('blockedbyclient')).catch(() => {});
  });
  await context.routeWebSocket(/.*/, (socket) => void socket.close().catch(() => {}));
}

/** Opens the only page of a context; another window is closed as soon as it opens. */
export async function openOnlyPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  context.on('page', (other) => {
    if (other !== page) void other.close().catch(() => {});
  });
  // With a listener no file dialog opens.
  page.on('filechooser', () => {});
  return page;
}

function isAllowed(request: Request, { mayConnect, mayLoad }: NetworkPolicy): boolean {
  const url = URL.parse(request.url());
  if (url === null) return false;
  if (!request.isNavigationRequest()) return mayLoad(url);
  const isFrame = isInFrame(request);
  return isFrame === null ? false : isFrame ? mayLoad(url) : mayConnect(url);
}

/** Whether the request is for a frame in a page; null for a new window. */
function isInFrame(request: Request): boolean | null {
  try {
    return request.frame().parentFrame() !== null;
  } catch {
    return null;
  }
}
