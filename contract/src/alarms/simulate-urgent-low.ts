import type { Call } from '../call.ts';
import { SuccessReply } from '../replies.ts';

/** Rings at every urgent low that can be set: those are 45 mg/dL or more (ALM-1). */
export const SIMULATED_LOW_MGDL = 40;

export const simulateUrgentLow = {
  title:
    'Let the simulated source of this computer report an urgent low now, once in 15 s, to try the alarms',
  method: 'POST',
  path: '/api/v1/Alarms/simulate-urgent-low',
  access: { right: 'set-range' },
  reply: SuccessReply,
  problems: ['not-offered'],
} as const satisfies Call;
