/** The attribute of the splash screen while it shows a reading. */
const READING = 'data-reading';

const splash = () => document.querySelector<HTMLElement>('.splash');

/** Removes the splash screen of index.html. */
export function removeSplash(): void {
  splash()?.remove();
}

/** Shows a message on the splash screen, in place of its title and of a reading. */
export function showOnSplash(message: string): void {
  showReadingElement(null);
  const title = splash()?.querySelector(':scope > b');
  if (!title) return;
  title.setAttribute('role', 'alert');
  title.textContent = message;
}

/**
 * Shows a reading on the splash screen in place of its title, or the title again with null. False: the splash screen is
 * gone, or shows a message.
 */
export function showReadingElement(reading: HTMLElement | null): boolean {
  const screen = splash();
  if (screen === null || screen.querySelector(':scope > [role="alert"]') !== null) return false;
  screen.querySelector(':scope > section')?.remove();
  screen.toggleAttribute(READING, reading !== null);
  if (reading !== null) screen.append(reading);
  return true;
}

/** Whether the splash screen is there and shows a reading. */
export const splashShowsReading = (): boolean => splash()?.hasAttribute(READING) ?? false;
