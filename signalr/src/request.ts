/** The parts of an HTTP request that matter here; Node's `IncomingMessage` has them. */
export interface HttpRequest {
  readonly url?: string | undefined;
  readonly headers: { readonly authorization?: string | undefined };
}

/** What a client says about itself when it negotiates or opens a socket. Each null when absent. */
export interface HubRequest {
  /** Secret. Who it stands for is for the HTTP server to decide. */
  readonly accessToken: string | null;
  /** Secret. From the negotiation; absent when the client skipped it. */
  readonly connectionToken: string | null;
  /** As written, for `hub.negotiate`. */
  readonly negotiateVersion: string | null;
}

/** Reads a negotiate or upgrade request. Its URL holds secrets: keep it out of every log. */
export function readHubRequest({ url = '', headers }: HttpRequest): HubRequest {
  const mark = url.indexOf('?');
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
  const bearer = headers.authorization?.match(/^bearer +(\S+) *$/i)?.[1];
  return {
    // Browsers cannot set headers on a WebSocket, so their clients move the token into the query.
    accessToken: bearer ?? (query.get('access_token') || null),
    // [TransportProtocols: WebSockets] the token is called `id` in the query.
    connectionToken: query.get('id') || null,
    negotiateVersion: query.get('negotiateVersion'),
  };
}
