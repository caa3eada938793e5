import { CLOSE_CODE, ProtocolError } from '../protocol/errors.ts';

/** What a socket hands over: text, or its bytes whole or in pieces. */
export type SocketData = string | ArrayBuffer | Uint8Array | readonly Uint8Array[];

/** An open WebSocket, as far as the hub needs one. A server-side socket of the `ws` package is one. */
export interface HubSocket {
  /** Bytes accepted by `send` and not yet handed to the network. */
  readonly bufferedAmount: number;
  /** Sends a text message; `done` is called when the network has taken it, or never will. */
  send(text: string, done: (error?: Error | null) => void): void;
  /** Starts the closing handshake. `reason` is at most 123 bytes. */
  close(code: number, reason: string): void;
  /** Destroys the socket without a close frame. */
  terminate(): void;
  on(event: 'message', listener: (data: SocketData, isBinary: boolean) => void): unknown;
  on(event: 'close', listener: (code: number) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of one message of at most `maxBytes`. Throws `ProtocolError` for more, for binary, for bytes that are no UTF-8. */
export function textOf(data: SocketData, isBinary: boolean, maxBytes: number): string {
  if (byteLengthOf(data) > maxBytes) {
    throw new ProtocolError(`A message may hold at most ${maxBytes} bytes.`, CLOSE_CODE.tooBig);
  }
  if (isBinary) {
    throw new ProtocolError(
      'The json protocol travels in text messages, not binary ones.',
      CLOSE_CODE.unsupportedData,
    );
  }
  if (typeof data === 'string') return data;
  try {
    return utf8.decode(isPieces(data) ? Buffer.concat(data) : data);
  } catch {
    throw new ProtocolError('The message is not valid UTF-8.', CLOSE_CODE.invalidText);
  }
}

function byteLengthOf(data: SocketData): number {
  if (typeof data === 'string') return Buffer.byteLength(data);
  return isPieces(data) ? data.reduce((sum, piece) => sum + piece.byteLength, 0) : data.byteLength;
}

function isPieces(data: SocketData): data is readonly Uint8Array[] {
  return Array.isArray(data);
}
