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

/** Thrown by a hub method, or by `onConnected`, when its text is meant for the client. Any other error stays here. */
export class HubError extends Error {
  override readonly name = 'HubError';
}

/** The client broke a rule of the protocol. The text goes to that client and never repeats what it sent. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly closeCode: CloseCode;

  constructor(message: string, closeCode: CloseCode = CLOSE_CODE.protocolError) {
    super(message);
    this.closeCode = closeCode;
  }
}
