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
};

/** What every lamp shows now: channels 0 to 255, brightness 0 to 1. */
export type Look = {
  red: number;
  green: number;
  blue: number;
  brightness: number;
  /** The flash: two short pulses, one long pulse, or none. */
  moving: 'low' | 'high' | null;
  /** The value with its arrow, for lamps with text; empty without current data. */
  words: string;
  /** For how many seconds this is valid; null: until the next glow. */
  holdsS: number | null;
};

/** White and dim: there is no current data. */
export const noData: Look = {
  ...{ red: 255, green: 255, blue: 255, brightness: 0.3 },
  ...{ moving: null, words: '', holdsS: null },
};
/** The code was rejected: the lamps stay dark until somebody fixes it. */
export const wrongCode: Look = { ...noData, brightness: 0 };

const arrows: Readonly<Record<string, string>> = {
  'rising-fast': '⇈',
  rising: '↑',
  'rising-slowly': '↗',
  steady: '→',
  'falling-slowly': '↘',
  falling: '↓',
  'falling-fast': '⇊',
};

/** The look of the last glow at `now` (epoch ms); an expired one is no data. */
export function lookOf(glow: Glow | null, now: number): Look {
  const endsAt = glow === null || glow.validUntil === null ? null : Date.parse(glow.validUntil);
  if (glow === null || (endsAt !== null && endsAt <= now)) return noData;
  const channel = (at: number) => Number.parseInt(glow.color.slice(at, at + 2), 16);
  const moves = glow.flash && (glow.zone === 'low' || glow.zone === 'high');
  return {
    red: channel(1),
    green: channel(3),
    blue: channel(5),
    brightness: glow.brightness,
    moving: moves ? (glow.zone as 'low' | 'high') : null,
    words: glow.stale || glow.text === '' ? '' : [glow.text, arrows[glow.trend]].filter(Boolean).join(' '),
    holdsS: endsAt === null ? null : Math.ceil((endsAt - now) / 1000),
  };
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
