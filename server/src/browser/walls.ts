import type { BrowserContext, Page, Request } from 'playwright-core';

/** Which addresses a session may open and load. */
export type Allowed = { mayVisit(url: URL): boolean; mayLoad(url: URL): boolean };

/** What a page can ask for is taken from it: other hosts, windows, downloads, files and sockets. */
export async function wallIn(context: BrowserContext, allowed: Allowed): Promise<void> {
  await context.route('**/*', (route) =>
    isAllowed(route.request(), allowed) ? route.continue() : route.abort('blockedbyclient'),
  );
  await context.routeWebSocket(/.*/, (socket) => void socket.close());
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
  return isPage(request) ? mayVisit(url) : mayLoad(url);
}

function isPage(request: Request): boolean {
  return request.isNavigationRequest() && request.frame().parentFrame() === null;
}
