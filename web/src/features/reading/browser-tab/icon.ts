import { inkOn } from '@tealight/glucose';

/** Without a reading the icon is white, as lamps are; the edge keeps it visible on a white tab. */
const EDGE = '#8a9997';
/** Font size in the square of 32 units, by the number of characters: `112` and `5.9` have three. */
const FONT_SIZES = [20, 20, 20, 16, 12];

/** The icon of a browser tab as a data URL: a value on its color. */
export function iconUrl(color: string, text: string): string {
  const size = FONT_SIZES[text.length] ?? 10;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="1" y="1" width="30" height="30" rx="8" fill="${color}" stroke="${EDGE}"/><text x="16" y="17" fill="${inkOn(color)}" font-family="system-ui,sans-serif" font-weight="700" font-size="${size}" text-anchor="middle" dominant-baseline="central">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]');
const ownIcon = '/favicon.svg';

let alarm: string | null = null;
let reading: string | null = null;

/** An alarm that sounds comes before the reading, and both before Tealight's own icon. */
const apply = (): void => icon()?.setAttribute('href', alarm ?? reading ?? ownIcon);

/** Shows the reading as the icon of the browser tab; null: no longer. */
export function setReadingIcon(url: string | null): void {
  reading = url;
  apply();
}

/** Shows an alarm as the icon of the browser tab; null: no longer. */
export function setAlarmIcon(url: string | null): void {
  alarm = url;
  apply();
}
