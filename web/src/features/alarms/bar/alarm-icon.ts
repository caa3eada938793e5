import type { AlarmPriority } from '@tealight/glucose';

/** Red where somebody may have to act at once, else blue; the triangle and its sign say it without a color. */
const colors: Readonly<Record<AlarmPriority, string>> = {
  urgent: '#c9150a',
  important: '#1257b8',
  minor: '#1257b8',
};

/** The icon of the browser tab while an alarm sounds, as a data URL: a warning sign. */
export function alarmIconUrl(priority: AlarmPriority): string {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M16 2 31 29H1Z" fill="${colors[priority]}" stroke="#fff" stroke-width="2" stroke-linejoin="round"/><path d="M16 11v9M16 23v3" stroke="#fff" stroke-width="3.5"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}
