import { CLOSE_CODE, type CloseCode } from './close-code.ts';

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
