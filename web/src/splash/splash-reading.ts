import { cgmConnectionPath, currentReadings, type ReplyOf, type ShownReading } from '@tealight/contract';
import { isBeyondSensor, showReading, trendArrows, type Unit, urgencyWords } from '@tealight/glucose';
import { peekEarlyResponse } from '../data/early-calls.ts';
import { serverNow } from '../data/server-clock.ts';
import { createElement } from '../dom.ts';
import { ageText, clockText } from '../features/reading/age.ts';
import { currentOf } from '../features/reading/current-of.ts';
import { orbStyle } from '../features/reading/orb-style.ts';
import { deltaText, trendAndZoneText, urgencyOfReading } from '../features/reading/reading-text.ts';
import { readingText } from '../text/reading.ts';
import { showReadingElement } from './splash.ts';

const REDRAW_MS = 10_000;

/**
 * Shows the current reading on the splash screen as soon as it is known, while the app is still being loaded. By the
 * same rules as the dashboard: without a current reading, or when it has become stale, the splash screen stays as it was.
 */
export async function showReadingOnSplash(): Promise<void> {
  const [readings, isGood, name] = await Promise.all([earlyReadings(), isConnectionGood(), earlyName()]);
  if (readings === null || !isGood || name === undefined) return;
  const draw = () => {
    const now = serverNow();
    const { current } = currentOf(readings, 'allGood', now);
    const isThere = showReadingElement(current && readingElement(current, { ...readings, name, now }));
    if (!isThere || current === null) clearInterval(timer);
  };
  const timer = setInterval(draw, REDRAW_MS);
  draw();
}

type Readings = ReplyOf<typeof currentReadings>['data'];

/** Null: the call failed, and the app will say so. */
async function earlyReadings(): Promise<Readings | null> {
  const parsed = currentReadings.reply.safeParse(await earlyJson(currentReadings.path));
  return parsed.success ? parsed.data.data : null;
}

async function isConnectionGood(): Promise<boolean> {
  const connection = await earlyJson(cgmConnectionPath);
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'status' in connection &&
    connection.status === 'allGood'
  );
}

async function earlyJson(path: string): Promise<unknown> {
  try {
    return await (await peekEarlyResponse(path))?.json();
  } catch {
    return undefined;
  }
}

/** The name of the wearer in the address; null where none is needed, undefined where it is not known. */
async function earlyName(): Promise<string | null | undefined> {
  const wearer = window.tealightEarlyCalls?.wearer ?? null;
  if (wearer === null) return null;
  const list = await earlyJson('/api/v1/People');
  const listed = typeof list === 'object' && list !== null && 'wearers' in list ? list.wearers : [];
  const wearers = Array.isArray(listed) ? listed : [];
  const found: unknown = wearers.find((one) => one?.id === wearer);
  if (typeof found !== 'object' || found === null || !('name' in found)) return undefined;
  if (wearers.length === 1 && 'role' in found && found.role === 'owner') return null;
  const name = ('alias' in found ? found.alias : null) ?? found.name;
  return typeof name === 'string' ? name : undefined;
}

type Around = { unit: Unit; name: string | null; now: number };

function readingElement(reading: ShownReading, { unit, name, now }: Around): HTMLElement {
  const value = showReading(reading.value, unit);
  const urgency = urgencyOfReading(reading, unit);
  const delta = deltaText(reading, unit);
  const orb = createElement(
    'p',
    { attrs: { 'data-empty': 'false', 'data-urgent': String(urgency !== null) } },
    createElement('b', {}, value),
    ...(isBeyondSensor(reading.value, unit) ? [] : [' ', createElement('span', {}, unit)]),
    ...(urgency === null ? [] : [' ', createElement('strong', {}, urgencyWords[urgency])]),
  );
  for (const [name, color] of Object.entries(orbStyle(reading.color))) orb.style.setProperty(name, color);
  orb.style.setProperty('--characters', String(Math.max(3, value.length)));
  const arrow = reading.trend === 'unknown' ? [] : [trendArrows[reading.trend]];
  return createElement(
    'section',
    {},
    ...(name === null ? [] : [createElement('p', {}, createElement('strong', {}, name))]),
    orb,
    createElement('p', {}, [...arrow, ...(delta === null ? [] : [delta])].join(' ')),
    createElement('p', {}, trendAndZoneText(reading, unit)),
    createElement(
      'p',
      {},
      readingText.received({ time: clockText(reading.time, now), age: ageText(reading.time, now) }),
    ),
  );
}
