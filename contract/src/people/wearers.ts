import { units } from '@tealight/glucose';
import * as z from 'zod/mini';
import { ReenteredPassword } from '../accounts/profile.ts';
import type { Call } from '../call.ts';
import { plainCharacters } from '../plain-text.ts';
import { ShownReading } from '../readings/readings.ts';
import { SuccessReply } from '../replies.ts';
import { ConnectionStatus } from '../sources/connection.ts';
import { rights, roles } from './rights.ts';

/** The most wearers of an account, and the most that it follows (PPL-1, PPL-8). */
export const MAX_WEARERS = 20;
export const MAX_FOLLOWED = 20;
export const MAX_WEARER_NAME_LENGTH = 40;

/** The request header that says which wearer a call is about; without it the session's selected wearer. */
export const wearerHeader = 'tealight-wearer';

/** Accent colors, beside a wearer's initial. */
export const accents = ['teal', 'blue', 'indigo', 'violet', 'pink', 'red', 'orange', 'lime'] as const;
export type Accent = (typeof accents)[number];

/** A wearer's public id: twelve letters and digits. It alone opens nothing. */
export const WearerId = z.string().check(z.regex(/^[0-9a-z]{12}$/, 'This is no wearer'));

const namedWith = (required: string) =>
  z
    .string(required)
    .check(
      z.trim(),
      z.minLength(1, { error: required, abort: true }),
      z.maxLength(MAX_WEARER_NAME_LENGTH, `The name may have at most ${MAX_WEARER_NAME_LENGTH} characters`),
      plainCharacters('The name has characters that cannot be used'),
    );
export const WearerName = namedWith('A name is required');

/** Nobody who wears a sensor was born before. */
const MIN_BIRTH_YEAR = 1900;
const BirthYear = z.int('Give the year with four digits').check(
  z.minimum(MIN_BIRTH_YEAR, 'Give the year with four digits'),
  z.refine((year) => year <= new Date().getUTCFullYear(), 'This year is still to come'),
);

const details = {
  name: WearerName,
  accent: z.enum(accents),
  /** Changes words and defaults, never what is allowed. */
  birthYear: z.nullable(BirthYear),
};

/** Somebody whose readings the account may see. */
export const ListedWearer = z.object({
  id: WearerId,
  name: z.string(),
  /** The name that the reader has given; null: `name`. */
  alias: z.nullable(z.string()),
  accent: z.enum(accents),
  birthYear: z.nullable(z.number()),
  role: z.enum(['owner', ...roles]),
  rights: z.array(z.enum(rights)),
  /** The first name of the owner's account; null for an own wearer. */
  ownerName: z.nullable(z.string()),
  /** The unit in which the reader sees this wearer. */
  unit: z.enum(units),
  /** IANA name; null until it is known. */
  timeZone: z.nullable(z.string()),
  /** False for the account's first wearer while it has no source and no readings, and others are there to see. */
  isShown: z.boolean(),
  /** Whether alarms are on and reach the reader. */
  hasAlarms: z.boolean(),
});
export type ListedWearer = z.output<typeof ListedWearer>;

const base = '/api/v1/People';

export const listWearers = {
  title: 'Whose readings I may see, in my order',
  method: 'GET',
  path: base,
  access: 'account',
  reply: z.object({
    /** The wearer of calls without the header. */
    selected: WearerId,
    wearers: z.array(ListedWearer),
  }),
  problems: [],
} as const satisfies Call;

/** One wearer as its card shows it. */
export const Glance = z.object({
  id: WearerId,
  /** In the reader's unit; null without a reading. */
  reading: z.nullable(ShownReading),
  unit: z.enum(units),
  connection: ConnectionStatus,
});
export type Glance = z.output<typeof Glance>;

export const wearerGlances = {
  title: 'The current reading and the state of every wearer that I may see',
  method: 'GET',
  path: `${base}/glances`,
  access: 'account',
  reply: z.object({ glances: z.array(Glance) }),
  problems: [],
} as const satisfies Call;

/** Server-sent events for all wearers of the account; the data is JSON, `{"wearer":…,"change":…}`. */
export const wearerChangesPath = `${base}/changes`;

export const selectWearer = {
  title: 'Choose the wearer of this session’s calls, and of the next session’s',
  method: 'POST',
  path: `${base}/select`,
  access: { right: 'see-now' },
  body: z.optional(z.nullable(z.strictObject({}))),
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;

export const addWearer = {
  title: 'Add a wearer of my own',
  method: 'POST',
  path: `${base}/wearers`,
  access: 'account',
  body: z.strictObject({
    name: WearerName,
    accent: z.optional(details.accent),
    birthYear: z.optional(details.birthYear),
  }),
  reply: z.object({ id: WearerId }),
  problems: ['too-many-wearers'],
} as const satisfies Call;

export const changeWearer = {
  title: 'Change name, color and year of birth of a wearer',
  method: 'POST',
  path: `${base}/wearers/change`,
  access: { right: 'details' },
  body: z.partial(z.strictObject(details)),
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;

export const orderWearers = {
  title: 'Choose the order in which I see wearers',
  method: 'POST',
  path: `${base}/wearers/order`,
  access: 'account',
  body: z.strictObject({ ids: z.array(WearerId).check(z.maxLength(MAX_WEARERS + MAX_FOLLOWED)) }),
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;

export const removeWearer = {
  title:
    'Erase a wearer with all readings, lamps and followers, at once; the first wearer is emptied instead',
  method: 'POST',
  path: `${base}/wearers/remove`,
  access: { right: 'delete' },
  body: ReenteredPassword,
  reply: SuccessReply,
  problems: ['wrong-password'],
} as const satisfies Call;
