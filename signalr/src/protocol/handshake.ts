import { ProtocolError } from './errors.ts';
import { readRecord, toRecord } from './frames.ts';

// [HubProtocol: Overview, HandshakeRequest] always 1. Clients ask for 2 only after stateful reconnect was agreed, which
// this hub never offers.
const VERSION = 1;
const PROTOCOL = 'json';

/** [HubProtocol: Overview, HandshakeResponse] an answer without `error` opens the connection. */
export const HANDSHAKE_ACCEPTED = toRecord({});

/** The answer before closing a connection whose first record was not an acceptable handshake. */
export function handshakeRefused(error: string): string {
  return toRecord({ error });
}

/** [HubProtocol: Overview, HandshakeRequest] checks a connection's first record. Throws `ProtocolError`. */
export function checkHandshake(record: string): void {
  const { protocol, version } = readRecord(record);
  if (typeof protocol !== 'string') {
    throw new ProtocolError('The first record must be the handshake: {"protocol":"json","version":1}.');
  }
  if (protocol !== PROTOCOL) {
    throw new ProtocolError(`The requested protocol is not available. This hub speaks '${PROTOCOL}'.`);
  }
  if (version !== VERSION) {
    throw new ProtocolError(
      `The requested version is not available. This hub speaks '${PROTOCOL}' version ${VERSION}.`,
    );
  }
}
