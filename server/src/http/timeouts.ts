import { MINUTE, SECOND } from '../shared/time-units.ts';

/** How long a client may take, in ms. Own choice where no reason is given. */
export const timeouts = {
  /** For a whole request: 10 MB, the largest photo, at 280 kbit/s. Other bodies have `BODY_TIMEOUT_MS`. */
  requestTimeout: 5 * MINUTE,
  http: {
    /** For the head of a request, from the opening of the connection or the end of the last answer's idle time. */
    headersTimeout: 10 * SECOND,
    connectionsCheckingInterval: 2 * SECOND,
  },
  /** For the next request of an open connection: longer than the 60 s of common proxies, so that they close it first. */
  keepAliveTimeout: 72 * SECOND,
  /** For a client that neither sends nor receives: longer than the heartbeats of event streams, and than any call takes. */
  connectionTimeout: 3 * MINUTE,
} as const;

/** For the body of a request that carries no file: at most 64 kB. */
export const BODY_TIMEOUT_MS = 30 * SECOND;
