import type { BrowserContext, Page, Request } from 'playwright-core';

/** Which addresses a session may open and load. */
export type Allowed = { mayVisit(url: URL): boolean; mayLoad(url: URL): boolean };

/** What a page can ask for is taken from it: other hosts, windows, downloads, files and sockets. */
export async function wallIn(context: BrowserContext, allowed: Allowed): Promise<void> {
  await context.route('**/*', async (route) => {
    const passes = isAllowed(route.request(), allowed);
    // The page may have gone meanwhile.
    await (passes ? route.continue() : route.abort('blockedbyclient')).catch(() => {});
  });
  await context.routeWebSocket(/.*/, (socket) => void socket.close().catch(() => {}));
}

/** The one page of a context; a window that opens beside it is closed at once. */
export async function onlyPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  context.on('page', (other) => {
    if (other !== page) void other.close().catch(() => {});
  });
  // With a listener no file can be chosen.
  page.on('filechooser', () => {});
  return page;
}

function isAllowed(request: Request, { mayVisit, mayLoad }: Allowed): boolean {
  const url = URL.parse(request.url());
  if (url === null) return false;
  if (!request.isNavigationRequest()) return mayLoad(url);
  const isInside = insideOf(request);
  return isInside === null ? false : isInside ? mayLoad(url) : mayVisit(url);
}

/** Whether a page is to be opened inside of another; null for one that would open in a window of its own. */
function insideOf(request: Request): boolean | null {
  try {
    return request.frame().parentFrame() !== null;
  } catch {
    return null;
  }
}
