/** The part of Tealight's message to a device that the bridge needs. */
export type Glow = {
  color: string;
  flash: boolean;
  brightness: number;
  zone: 'low' | 'in-range' | 'high' | null;
  stale: boolean;
  text: string;
  trend: string;
  validUntil: string | null;
  /** Absent without an alarm. */
  alarm?: { kind: string; seen: boolean };
};

/** How a lamp moves: for low, for high, or for an alarm, by how urgent it is. */
export type Movement = 'low' | 'high' | 'urgent' | 'important' | 'minor';

/** What every lamp shows now: channels 0 to 255, brightness 0 to 1. */
export type Look = {
  red: number;
  green: number;
  blue: number;
  brightness: number;
  moving: Movement | null;
  /** The value with its arrow, for lamps with text; empty without current data. */
  words: string;
  /** For how many seconds this is valid; null: until the next glow. */
  holdsS: number | null;
};

/** White and dim: there is no current data. */
export const noData: Look = {
  red: 255,
  green: 255,
  blue: 255,
  brightness: 0.3,
  moving: null,
  words: '',
  holdsS: null,
};
/** The code was rejected: the lamps stay dark until somebody fixes it. */
export const wrongCodeLook: Look = { ...noData, brightness: 0 };

const arrows: Readonly<Record<string, string>> = {
  'rising-fast': '⇈',
  rising: '↑',
  'rising-slowly': '↗',
  steady: '→',
  'falling-slowly': '↘',
  falling: '↓',
  'falling-fast': '⇊',
};

/**
 * The longest time that a look with an end is shown, by whatever clock: 2 minutes more than a reading is valid. The
 * computer's clock may be wrong.
 */
const MAX_LOOK_MS = 17 * 60_000;

/** The look of a glow at `now` (epoch ms), `heldMs` after it was received; an expired one is no data. */
export function lookOf(glow: Glow | null, { now, heldMs }: { now: number; heldMs: number }): Look {
  const leftMs =
    glow === null || glow.validUntil === null
      ? null
      : Math.min(Date.parse(glow.validUntil) - now, MAX_LOOK_MS - heldMs);
  if (glow === null || (leftMs !== null && leftMs <= 0)) return noData;
  const channel = (at: number) => Number.parseInt(glow.color.slice(at, at + 2), 16);
  return {
    red: channel(1),
    green: channel(3),
    blue: channel(5),
    brightness: glow.brightness,
    moving: movementOf(glow),
    words: glow.stale || glow.text === '' ? '' : [glow.text, arrows[glow.trend]].filter(Boolean).join(' '),
    holdsS: leftMs === null ? null : Math.ceil(leftMs / 1000),
  };
}

/** The alarms that are not minor. */
const urgency: Readonly<Record<string, Movement>> = {
  'urgent-low': 'urgent',
  'urgent-low-soon': 'urgent',
  low: 'important',
  'no-data': 'important',
};

/** An alarm that nobody has seen takes the place of the flash of low and high. */
function movementOf({ flash, zone, alarm }: Glow): Movement | null {
  if (alarm !== undefined && !alarm.seen) return urgency[alarm.kind] ?? 'minor';
  return flash && (zone === 'low' || zone === 'high') ? zone : null;
}

/** A message of the feed as a glow; null for any other message. */
export function glowIn(message: string): Glow | null {
  try {
    const glow = JSON.parse(message) as Glow;
    return /^#[\da-f]{6}$/i.test(glow.color) && typeof glow.brightness === 'number' ? glow : null;
  } catch {
    return null;
  }
}
