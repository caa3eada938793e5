import { MINUTE_MS } from '@tealight/glucose';
import { singleFlight } from '../shared/single-flight.ts';
import type { VendorSession } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { type ApiHost, callApi } from './call-api.ts';
import { type Client, requestTokens, type Tokens } from './tokens.ts';

/** Gets one path of the wearer's own data. Throws `SourceError`. */
export type GetOwnData = (path: string) => Promise<unknown>;

const RENEW_BEFORE_MS = 5 * MINUTE_MS;

/** Calls with the tokens of a session, which are renewed when they end. */
export function authorizedCalls(
  host: ApiHost,
  client: Client,
): (tokens: Tokens, vendorSession: VendorSession<Tokens>) => GetOwnData {
  // The old refresh token no longer works: the new one must be awaited, however slow the vendor is, and saved before
  // anything else.
  const renew = singleFlight((refreshToken: string, vendorSession: VendorSession<Tokens>) =>
    vendorSession.uninterrupted(async (signal) => {
      const form = { refresh_token: refreshToken, grant_type: 'refresh_token' };
      const fresh = await requestTokens(host, { client, form }, { ...vendorSession, signal });
      await vendorSession.keep(fresh);
      return fresh;
    }),
  );
  return (tokens, vendorSession) => {
    let current = tokens;
    let renewed = false;
    const get = (path: string) =>
      callApi(
        { url: `${host}/v3/users/self/${path}` },
        { authorization: `Bearer ${current.accessToken}` },
        vendorSession,
      );
    const renewOnce = async () => {
      current = await renew(current.refreshToken, vendorSession);
      renewed = true;
    };
    return async (path) => {
      if (!renewed && current.accessEndsAt - vendorSession.now() < RENEW_BEFORE_MS) await renewOnce();
      const response = await get(path);
      if (response.status !== 401 || renewed) return authorizedJson(response);
      // Refused before it ends: renew once, and call once more.
      await renewOnce();
      return authorizedJson(await get(path));
    };
  };
}

/** Decided by the status alone: the bodies of these responses are not documented. */
function authorizedJson({ status, json }: { status: number; json: unknown }): unknown {
  if (status === 401 || status === 403)
    throw new SourceError('dexcomApi', 'wrong-login', { cause: `status ${status}` });
  if (status >= 400) throw new SourceError('dexcomApi', 'unreadable', { cause: `status ${status}` });
  return json;
}
