import { MINUTE_MS } from '@tealight/glucose';
import * as z from 'zod';
import { singleFlight } from '../shared/single-flight.ts';
import type { VendorResponse } from '../shared/vendor-call.ts';
import type { VendorSession } from '../source.ts';
import { isNoSuchPath } from './call-carelink.ts';
import { type Endpoints, Region } from './discovery.ts';
import { requestTokens } from './tokens.ts';

export const MedtronicSession = z.object({
  region: Region,
  username: z.string(),
  role: z.enum(['patient', 'carepartner']),
  /** Whose readings; null for a patient's own, and while nobody is selected. */
  personId: z.string().nullable(),
  accessToken: z.string(),
  accessEndsAt: z.number(),
  refreshToken: z.string(),
});
export type MedtronicSession = z.infer<typeof MedtronicSession>;

const RENEW_BEFORE_MS = 10 * MINUTE_MS;

type Renewing = VendorSession<MedtronicSession> & { session: MedtronicSession; endpoints: Endpoints };

// The old refresh token would end the session if it were used again: the new one must be awaited, however slow the
// vendor is, and saved before anything else.
const renew = singleFlight((refreshToken: string, { session, endpoints, ...vendorSession }: Renewing) =>
  vendorSession.uninterrupted(async (signal) => {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const tokens = await requestTokens(endpoints, form, { ...vendorSession, signal });
    const fresh = { ...session, ...tokens };
    await vendorSession.keep(fresh);
    return fresh;
  }),
);

/**
 * Calls with a valid token. It is renewed shortly before its end, and once when the vendor refuses it before, after
 * which the call is repeated once.
 */
export function authorizedCalls(
  first: MedtronicSession,
  endpoints: Endpoints,
  vendorSession: VendorSession<MedtronicSession>,
) {
  let session = first;
  let renewed = false;
  const renewOnce = async () => {
    session = await renew(session.refreshToken, { ...vendorSession, session, endpoints });
    renewed = true;
  };
  return {
    session: () => session,
    async send(call: (session: MedtronicSession) => Promise<VendorResponse>): Promise<VendorResponse> {
      if (!renewed && session.accessEndsAt - vendorSession.now() < RENEW_BEFORE_MS) await renewOnce();
      const response = await call(session);
      if (renewed || ![401, 403].includes(response.status) || isNoSuchPath(response)) return response;
      await renewOnce();
      return call(session);
    },
  };
}
