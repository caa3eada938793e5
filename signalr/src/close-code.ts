/** RFC 6455, section 7.4.1, as far as the hub uses it. */
export const CLOSE_CODE = {
  normal: 1000,
  goingAway: 1001,
  protocolError: 1002,
  unsupportedData: 1003,
  invalidText: 1007,
  policy: 1008,
  tooBig: 1009,
  unexpected: 1011,
} as const;

export type CloseCode = (typeof CLOSE_CODE)[keyof typeof CLOSE_CODE];
