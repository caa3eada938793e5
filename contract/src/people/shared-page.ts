import { palettes, units } from '@tealight/glucose';
import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { ShownReading } from '../readings/readings.ts';
import { Moment } from '../replies.ts';
import { glucoseChart, glucoseProfile, readStatistics } from '../statistics/statistics.ts';
import { shareScopes } from './rights.ts';
import { accents } from './wearers.ts';

const base = '/api/v1/Shared';

/** The scheme of the `Authorization` header with a share link's secret: `Share …`. */
export const shareScheme = 'Share';

export const sharedNow = {
  title: 'What a share link shows: name, state and the current reading',
  method: 'GET',
  path: `${base}/now`,
  access: { scope: 'now' },
  reply: z.object({
    name: z.string(),
    accent: z.enum(accents),
    scope: z.enum(shareScopes),
    expiresAt: z.nullable(Moment),
    unit: z.enum(units),
    palette: z.enum(palettes),
    /** IANA name; null until it is known. */
    timeZone: z.nullable(z.string()),
    currentCgmReading: z.nullable(ShownReading),
    previousCgmReading: z.nullable(ShownReading),
    /** Whether readings arrive; the reasons are the wearer's own. */
    state: z.enum(['fine', 'silent', 'problem', 'none']),
  }),
  problems: [],
} as const satisfies Call;

export const sharedDay = {
  title: 'The chart of a share link',
  method: 'GET',
  path: `${base}/day`,
  access: { scope: 'day' },
  query: z.strictObject({ span: glucoseChart.query.shape.span }),
  reply: glucoseChart.reply,
  problems: [],
} as const satisfies Call;

export const sharedHistory = {
  title: 'Time in range of a share link',
  method: 'GET',
  path: `${base}/history`,
  access: { scope: 'history' },
  query: z.strictObject({ period: z.enum(['7d', '14d', '30d']) }),
  reply: z.object({
    statistics: readStatistics.reply.shape.data,
    profile: glucoseProfile.reply.shape.data,
  }),
  problems: [],
} as const satisfies Call;

/** Server-sent events of a share link; each names what has changed. */
export const sharedChangesPath = `${base}/changes`;
