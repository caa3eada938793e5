import type { Zone } from '@tealight/glucose';

/** The zones in words a wearer reads. */
export const zoneText: Readonly<Record<Zone, string>> = { low: 'Low', 'in-range': 'In range', high: 'High' };
