import { alarmKinds, trends, units, zones } from '@tealight/glucose';
import * as z from 'zod/mini';
import { Moment } from '../replies.ts';

/** The message to a device: its glow, and until when that is valid. */
export const GlowMessage = z.object({
  color: z.string(),
  flash: z.boolean(),
  /** 0 to 1. */
  brightness: z.number(),
  zone: z.nullable(z.enum(zones)),
  /** True when there is no current reading: value and text are then empty. */
  stale: z.boolean(),
  value: z.nullable(z.number()),
  unit: z.enum(units),
  text: z.string(),
  trend: z.enum(trends),
  delta: z.nullable(z.number()),
  time: z.nullable(Moment),
  validUntil: z.nullable(Moment),
  /**
   * The wearer's alarm, where the lamp settings say so, and as long as it goes on. Of several it is the worst that nobody
   * has seen, then the worst. `seen`: it does not ring, and lamps no longer flash its rhythm. `snoozedUntil`: when it may
   * ring again, where a snooze for everybody with an end silences it.
   */
  alarm: z.optional(
    z.object({ kind: z.enum(alarmKinds), seen: z.boolean(), snoozedUntil: z.optional(Moment) }),
  ),
  /** True during a preview of the lamps: the glow of a zone, without a reading. */
  trying: z.optional(z.boolean()),
  /**
   * First message of a feed only: after a lost connection, wait a random time between the first two before reconnecting.
   * `heartbeatMs`, for those that asked for heartbeats: a message comes at least this often.
   */
  hint: z.optional(
    z.object({
      rejoinAfterMs: z.number(),
      rejoinWithinMs: z.number(),
      heartbeatMs: z.optional(z.number()),
    }),
  ),
});
export type GlowMessage = z.output<typeof GlowMessage>;

/** How a device identifies itself to the feed: in the query, or as its first message. The code may be a bearer token. */
export const DeviceHello = z.object({
  code: z.optional(z.string().check(z.maxLength(64))),
  /** The same for every connection of the device; without one it is distinguished by its address. */
  id: z.optional(z.string().check(z.maxLength(64))),
  /** Its kind: `lamp`, `wled`, `esp32`, … */
  kind: z.optional(z.string().check(z.maxLength(64))),
  name: z.optional(z.string().check(z.maxLength(64))),
  /** Requests a message every few seconds, for a device that cannot see pings and must detect a dead connection. */
  heartbeat: z.optional(z.boolean()),
});
export type DeviceHello = z.output<typeof DeviceHello>;

export const feedPath = '/device/v1/feed';
export const glowPath = '/device/v1/glow';
/** WebSocket close code for a connection code that is unknown or was replaced; the device asks for the new one. */
export const WRONG_CODE_CLOSE = 4403;
/** WebSocket close code for too many wrong codes. */
export const SLOW_DOWN_CLOSE = 4429;
