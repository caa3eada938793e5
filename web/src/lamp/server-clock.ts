/**
 * How far the server's clock is ahead of this screen's, in ms; null if unknown.
 * Old tablets run minutes wrong, and a wrong clock would keep a stale reading glowing or a fresh one white.
 */
export async function serverClockAhead(): Promise<number | null> {
  try {
    const { headers } = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' });
    const serverNow = Date.parse(headers.get('date') ?? '');
    return Number.isNaN(serverNow) ? null : serverNow - Date.now();
  } catch {
    return null;
  }
}
