import { type ChartSpan, spanMs } from '@tealight/contract';
import {
  beyondSensor,
  DAY_MS,
  glucoseIn,
  HOUR_MS,
  lengthWords,
  readingInSentence,
  showSpan,
  toMmol,
  type Unit,
} from '@tealight/glucose';
import { formatMoment, timeText } from '../../data/page/page-locale.ts';
import { dateValue } from './days/browser-days.ts';

/** A mean or a percentile, mg/dL in: `138 mg/dL`, `7.7 mmol/L`. Such numbers are no readings: one decimal is enough. */
export const glucoseText = (mgdl: number, unit: Unit): string => `${showLevel(mgdl, unit)} ${unit}`;

export const showLevel = (mgdl: number, unit: Unit): string =>
  unit === 'mg/dL' ? String(Math.round(mgdl)) : toMmol(mgdl).toFixed(1);

/** The lowest or the highest reading of a period, mg/dL in: `62`, `3.4`, `below 40`. */
export const showExtreme = (mgdl: number, unit: Unit): string =>
  beyondSensor(mgdl) === null ? showLevel(mgdl, unit) : readingInSentence(glucoseIn(mgdl, unit), unit);

/** `31%`. */
export const wholePercent = (percent: number): string => `${Math.round(percent)}%`;

/** A difference with its sign, a true minus and its word: `+4`, `−12`, `0`. */
export function signed(difference: number, decimals = 0): string {
  const text = Math.abs(difference).toFixed(decimals);
  if (Number(text) === 0) return text;
  return `${difference < 0 ? '−' : '+'}${text}`;
}

/** How long something lasted: `35 min`, `3 h 20 min`, `4 days`. */
export const durationText = (ms: number): string => (ms < 2 * DAY_MS ? showSpan(ms) : lengthWords(ms));

/** A moment on this browser's clock, or on that of a zone: `10:05`. */
export const clockOf = (at: number, zone?: string): string =>
  zone === undefined
    ? timeText(at)
    : formatMoment(at, { hour: 'numeric', minute: '2-digit', timeZone: zone });

const inZone = (zone: string | undefined) => (zone === undefined ? {} : { timeZone: zone });

/** A moment with its day, unless that is today: `Tue 17 Nov, 10:05`. */
export function momentOf(at: number, now: number, zone?: string): string {
  if (dateValue(at, zone) === dateValue(now, zone)) return clockOf(at, zone);
  const words = formatMoment(at, { weekday: 'short', day: 'numeric', month: 'short', ...inZone(zone) });
  return `${words}, ${clockOf(at, zone)}`;
}

/** A time of day as minutes since midnight, in the manner of the browser's language: `3 AM`, `03`. */
export const timeOfDay = (minute: number, more: Intl.DateTimeFormatOptions = {}): string =>
  formatMoment(minute * 60_000, { hour: 'numeric', timeZone: 'UTC', ...more });

/** The hours of a chart. */
export const hoursIn = (span: ChartSpan): number => spanMs(span) / HOUR_MS;

/** A time below the chart: whole hours, or with minutes where halves stand too. */
export const timeOnAxis = (at: number, span: ChartSpan, zone?: string): string =>
  formatMoment(at, {
    ...(span === '3h' ? { hour: 'numeric', minute: '2-digit' } : { hour: 'numeric' }),
    ...inZone(zone),
  });

/** A time zone as people read it: `America/New York`. */
export const timeZoneName = (timeZone: string): string => timeZone.replaceAll('_', ' ');

/** The time zone of the browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
