let alarm: string | null = null;
let wearer: string | null = null;
let page = '';
let reading: string | null = null;

function apply(): void {
  document.title = [alarm, wearer, reading, page, 'Tealight']
    .filter((part) => part !== null && part !== '')
    .join(' · ');
}

/** Names the page in the title of the browser tab: `Dashboard · Tealight`. */
export function setPageTitle(title: string): void {
  page = title;
  apply();
}

/** Puts the wearer's name first, or removes it with null. */
export function setTitleWearer(name: string | null): void {
  wearer = name;
  apply();
}

/** Puts an alarm that rings before everything, or removes it with null. */
export function setTitleAlarm(text: string | null): void {
  alarm = text;
  apply();
}

/** Puts the current reading before the page's name, or removes it with null. */
export function setTitleReading(text: string | null): void {
  reading = text;
  apply();
}
