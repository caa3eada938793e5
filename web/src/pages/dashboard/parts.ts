import { latePart } from '../../ui/late-part.ts';

/** Shown only while there is no connection, or another one is chosen. */
export const connectSource = latePart(async () => (await import('../../ui/ConnectSource.tsx')).ConnectSource);
/** Shown only while there is no range, or it is edited. */
export const rangeForm = latePart(async () => (await import('../../ui/RangeForm.tsx')).RangeForm);
