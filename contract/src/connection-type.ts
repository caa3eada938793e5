export const connectionTypes = ['dexcom', 'freeStyleLibre', 'nightScout', 'medtronic', 'none'] as const;
/** Which source a wearer is connected to, in the specification's spelling. */
export type ConnectionType = (typeof connectionTypes)[number];
