/** [TransportProtocols: negotiate request] the JSON body of a negotiation's answer. */
export type Negotiation =
  | {
      readonly negotiateVersion: NegotiateVersion;
      readonly connectionId: string;
      readonly connectionToken?: string;
      readonly availableTransports: readonly Transport[];
    }
  | { readonly error: string };

interface Transport {
  readonly transport: 'WebSockets';
  readonly transferFormats: readonly ['Text'];
}

export type NegotiateVersion = 0 | 1;

export interface ConnectionIds {
  /** Public; others may know it. */
  readonly connectionId: string;
  /** Secret until a socket has taken it. */
  readonly connectionToken: string;
}

const TRANSPORTS: readonly Transport[] = [{ transport: 'WebSockets', transferFormats: ['Text'] }];

/** The version to answer with: what is asked for, at most 1, and 0 when nothing is. Null when it is not a version at all. */
export function versionFor(asked: string | null): NegotiateVersion | null {
  if (asked === null) return 0;
  if (!/^\d{1,9}$/.test(asked)) return null;
  return Number(asked) === 0 ? 0 : 1;
}

/** [TransportProtocols: negotiate request] in version 0 the public id is also the key to the transport. */
export function negotiationOf(
  { connectionId, connectionToken }: ConnectionIds,
  version: NegotiateVersion,
): Negotiation {
  if (version === 0) return { negotiateVersion: 0, connectionId, availableTransports: TRANSPORTS };
  return { negotiateVersion: 1, connectionId, connectionToken, availableTransports: TRANSPORTS };
}
