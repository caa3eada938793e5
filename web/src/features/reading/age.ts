import { formatMoment, timeText } from '../../data/page/page-locale.ts';
import { readingText } from '../../text/reading.ts';

const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

/** How long ago a moment was, as text. A moment in the near future, by a clock that runs ahead, is `just now`. */
export function ageText(moment: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(moment)) / MINUTE_MS);
  if (minutes < 1) return readingText.age.now;
  if (minutes < MINUTES_PER_HOUR) return readingText.age.minutes({ minutes });
  if (minutes < MINUTES_PER_DAY) return hoursText(minutes);
  const days = Math.floor(minutes / MINUTES_PER_DAY);
  return readingText.age.days({ days });
}

function hoursText(minutes: number): string {
  const rest = minutes % MINUTES_PER_HOUR;
  const hours = Math.floor(minutes / MINUTES_PER_HOUR);
  return rest === 0
    ? readingText.age.hours({ hours })
    : readingText.age.hoursAndMinutes({ hours, minutes: rest });
}

/** How many minutes are left until a moment (epoch ms), rounded: clocks differ a little. At least one. */
export const minutesLeft = (until: number, now: number): number =>
  Math.max(1, Math.round((until - now) / MINUTE_MS));

/** A time in the browser's time zone: `10:05`, with the date when that is not today. */
export function clockText(moment: string, now: number): string {
  const at = Date.parse(moment);
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  if (isToday) return timeText(at);
  return formatMoment(at, { hour: 'numeric', minute: '2-digit', day: 'numeric', month: 'short' });
}
