import { type Zone, zones } from '@tealight/glucose';
import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { MinuteOfDay, TimeZone } from '../local-time.ts';
import { plainCharacters } from '../plain-text.ts';
import { Moment, SuccessReply } from '../replies.ts';

/**
 * How many days of readings a connection code gives access to through the Nightscout-compatible API, unless the wearer
 * allows all of them (requirement DEV-2).
 */
export const CODE_HISTORY_DAYS = 10;

/** What a connection code gives access to: the sentence of every page. */
export const whatCodeOpens = `Anyone with the code can see the current reading and its color, alarms and the name that they are about, and the readings of the last ${CODE_HISTORY_DAYS} days, or all of them if you choose so beside the code. The code opens nothing else and changes nothing.`;

/** Crockford's base32 without I, L, O and U: ten characters, 50 bits. */
export const codeLetters = '0123456789abcdefghjkmnpqrstvwxyz';
export const CODE_LENGTH = 10;

/** A typed code in normalized form, or null: case and dashes are ignored, I and L are read as 1, O as 0. */
export function normalCode(typed: string): string | null {
  const plain = typed.toLowerCase().replace(/[\s-]/g, '').replace(/[il]/g, '1').replace(/o/g, '0');
  return plain.length === CODE_LENGTH && [...plain].every((character) => codeLetters.includes(character))
    ? plain
    : null;
}

/** A code as people read it: `xxxxx-xxxxx`. */
export const showCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** The settings of a wearer's lamps, the same for all of them. */
export const LampSettings = z.strictObject({
  /** 0.05 to 1. */
  dayBrightness: z.number().check(z.minimum(0.05), z.maximum(1)),
  /** 0.02 to 1: a low must be seen at night too. */
  nightBrightness: z.number().check(z.minimum(0.02), z.maximum(1)),
  /** Minutes after midnight in the wearer's time zone; a night may cross midnight. Null: no night. */
  night: z.nullable(z.strictObject({ fromMinute: MinuteOfDay, untilMinute: MinuteOfDay })),
  /** IANA name. A wearer has one, for lamps and statistics. */
  timeZone: TimeZone,
  /** Whether lamps are on while the reading is in range. */
  inRange: z.enum(['glow', 'dark-at-night', 'dark']),
  /** Whether lamps flash the rhythm of an alarm until somebody has seen it. */
  alarmRhythm: z.enum(['off', 'on']),
  /** Whether muted lamps flash too, for an urgent low. Nothing without `alarmRhythm`. */
  alarmWhenMuted: z.boolean(),
});
export type LampSettings = z.output<typeof LampSettings>;

/** Lamp settings to save: what is absent of these stays as it is stored. */
export const SavedLampSettings = z.partial(LampSettings, {
  timeZone: true,
  alarmRhythm: true,
  alarmWhenMuted: true,
});
export type SavedLampSettings = z.output<typeof SavedLampSettings>;

/** The defaults of lamps. */
export const defaultLamps: LampSettings = {
  dayBrightness: 1,
  nightBrightness: 0.1,
  night: null,
  timeZone: 'UTC',
  inRange: 'glow',
  alarmRhythm: 'off',
  alarmWhenMuted: false,
};

/** Which readings displays made for Nightscout may read with the code. */
export const DisplaySettings = z.strictObject({
  /** The last ten days, or all that there are: for apps that compute statistics of longer times. */
  history: z.enum(['ten-days', 'all']),
});
export type DisplaySettings = z.output<typeof DisplaySettings>;

/** The default. */
export const defaultDisplays: DisplaySettings = { history: 'ten-days' };

const DeviceName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'A name is required'),
    z.maxLength(64),
    plainCharacters('The name has characters that cannot be used'),
  );
const DeviceId = z.string().check(z.minLength(1), z.maxLength(64));

/** A device as its wearer sees it. */
export const KnownDevice = z.object({
  id: z.string(),
  /** The kind that the device itself sends. */
  kind: z.string(),
  name: z.nullable(z.string()),
  /** A muted device stays dark. */
  muted: z.boolean(),
  connected: z.boolean(),
  firstSeen: Moment,
  lastSeen: Moment,
});
export type KnownDevice = z.output<typeof KnownDevice>;

const base = '/api/v1/Devices';

export const listDevices = {
  title: 'Every device that came with the connection code, the one seen last first',
  method: 'GET',
  path: base,
  access: { right: 'lamps' },
  reply: z.object({ devices: z.array(KnownDevice) }),
  problems: [],
} as const satisfies Call;

/** The addresses that devices connect to; null for a protocol that is not offered. */
export const Pairing = z.object({
  /** The page that makes any screen a lamp. */
  lamp: z.string(),
  /** WebSocket. */
  feed: z.string(),
  /** Server-sent events. */
  events: z.string(),
  /** HTTP. */
  glow: z.string(),
  mqtt: z.nullable(z.string()),
  mqttOverWebSocket: z.nullable(z.string()),
  /** For displays made for Nightscout; the code is their token or API secret. */
  nightscout: z.string(),
  /** Whether Home Assistant finds the wearer on the operator's broker; null without such a broker. */
  homeAssistant: z.nullable(z.boolean()),
});
export type Pairing = z.output<typeof Pairing>;
export type DeviceAddresses = Omit<Pairing, 'homeAssistant'>;

export const pairing = {
  title:
    'The addresses that devices connect to, and whether Home Assistant finds me on this server’s own broker',
  method: 'GET',
  path: `${base}/pairing`,
  access: { right: 'lamps' },
  reply: Pairing,
  problems: [],
} as const satisfies Call;

export const announceHome = {
  title: 'Let Home Assistant find me on this server’s own broker, or no longer',
  method: 'POST',
  path: `${base}/home-assistant`,
  access: { right: 'set-range' },
  body: z.strictObject({ announce: z.boolean() }),
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;

export const changeDevice = {
  title: 'Name a device, mute it, or let it glow again',
  method: 'POST',
  path: `${base}/change`,
  access: { right: 'lamps' },
  body: z.strictObject({
    id: DeviceId,
    name: z.optional(DeviceName),
    muted: z.optional(z.boolean()),
  }),
  reply: SuccessReply,
  problems: ['no-such-device'],
} as const satisfies Call;

export const removeDevice = {
  title: 'Forget a device and end its connection; with the code it may come again',
  method: 'POST',
  path: `${base}/remove`,
  access: { right: 'lamps' },
  body: z.strictObject({ id: DeviceId }),
  reply: SuccessReply,
  problems: ['no-such-device'],
} as const satisfies Call;

export const tryLamps = {
  title: 'Let all lamps play low, in range, high and no data, some seconds each',
  method: 'POST',
  path: `${base}/try`,
  access: { right: 'set-range' },
  body: z.optional(z.nullable(z.strictObject({}))),
  reply: z.object({ stepMs: z.number(), steps: z.array(z.nullable(z.enum(zones))) }),
  problems: [],
} as const satisfies Call;

/** The duration of one step of a preview: enough to look up from the screen and see two cycles of a flash. */
export const TRY_STEP_MS = 5000;
/** The steps of a preview, in order; null is no data. */
export const trySteps: readonly (Zone | null)[] = ['low', 'in-range', 'high', null];

export const lampSettings = {
  title: 'How my lamps glow by day and by night',
  method: 'GET',
  path: `${base}/lamp-settings`,
  access: { right: 'set-range' },
  reply: LampSettings,
  problems: [],
} as const satisfies Call;

export const saveLampSettings = {
  title: 'Save how my lamps glow by day and by night',
  method: 'POST',
  path: `${base}/lamp-settings`,
  access: { right: 'set-range' },
  body: SavedLampSettings,
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;

export const displaySettings = {
  title: 'Which readings displays made for Nightscout may read',
  method: 'GET',
  path: `${base}/display-settings`,
  access: { right: 'set-range' },
  reply: DisplaySettings,
  problems: [],
} as const satisfies Call;

export const saveDisplaySettings = {
  title: 'Choose which readings displays made for Nightscout may read',
  method: 'POST',
  path: `${base}/display-settings`,
  access: { right: 'set-range' },
  body: DisplaySettings,
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;
