import { trends, units } from '@tealight/glucose';
import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { Moment } from '../replies.ts';

/** A reading as it is shown: value and delta in the wearer's unit, `#rrggbb` color, time of measurement. */
export const ShownReading = z.object({
  value: z.number(),
  time: Moment,
  color: z.string(),
  trend: z.enum(trends),
  delta: z.nullable(z.number()),
  zone: z.nullable(z.enum(['low', 'in-range', 'high'])),
  stale: z.boolean(),
});
export type ShownReading = z.output<typeof ShownReading>;

export const currentReadings = {
  title: 'The current and the previous reading',
  method: 'GET',
  path: '/api/v1/Readings/current-user-readings',
  access: { right: 'see-now' },
  reply: z.object({
    data: z.object({
      unit: z.enum(units),
      currentCgmReading: z.nullable(ShownReading),
      previousCgmReading: z.nullable(ShownReading),
    }),
  }),
  problems: [],
} as const satisfies Call;

export const liveDevices = {
  title: 'How many devices are connected now',
  method: 'GET',
  path: '/api/v1/Readings/live-devices',
  access: { right: 'see-now' },
  reply: z.object({ liveDevices: z.number() }),
  problems: [],
} as const satisfies Call;

/** Of the call that says how the connection to the source is. */
export const cgmConnectionPath = '/api/v1/Readings/cgm-connection';

/** Server-sent events for the signed-in web app; each names what has changed, and the app loads it again. */
export const changesPath = '/api/v1/Readings/changes';
/**
 * `people`: who may see the wearer has changed, or the wearer's name. `alarms`: one has begun, rings, changed or ended, or
 * the settings and snoozes have changed.
 */
export const changes = ['readings', 'devices', 'connection', 'range', 'people', 'alarms'] as const;
export type Change = (typeof changes)[number];
