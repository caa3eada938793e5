import { palettes, rangeMistakes, units } from '@tealight/glucose';
import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { SuccessReply } from '../replies.ts';

const wrong = 'Value is incorrect';

/** The three setpoints in the unit they were typed in; its errors are the sentences of the form. */
export const RangeSetup = z
  .strictObject({
    unit: z.enum(units),
    high: z.number(wrong),
    inRange: z.number(wrong),
    low: z.number(wrong),
  })
  .check((check) => {
    for (const [field, message] of Object.entries(rangeMistakes(check.value))) {
      check.issues.push({ code: 'custom', path: [field], message, input: check.value });
    }
  });
export type RangeSetup = z.output<typeof RangeSetup>;

export const saveRange = {
  title: 'Save the three setpoints',
  method: 'POST',
  path: '/api/v1/RangeSetup/save-range-setup',
  access: { right: 'set-range' },
  body: RangeSetup,
  reply: z.object({ data: RangeSetup }),
  problems: [],
} as const satisfies Call;

export const UserSettings = z.object({
  highFlash: z.boolean(),
  lowFlash: z.boolean(),
  palette: z.enum(palettes),
});
export type UserSettings = z.output<typeof UserSettings>;

export const saveSettings = {
  title: 'Switch flashing beyond the high and the low setpoint, and choose the palette',
  method: 'POST',
  path: '/api/v1/UserSettings',
  access: { right: 'set-range' },
  /** Without a palette the stored one stays. */
  body: z.strictObject({
    lowFlash: z.boolean(),
    highFlash: z.boolean(),
    palette: z.optional(z.enum(palettes)),
  }),
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;
