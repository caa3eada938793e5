import * as z from 'zod';
import { MAX_NAME_LENGTH, MAX_TOKEN_LENGTH } from '../shared/length-limits.ts';
import type { SourceContext } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { type ApiHost, callApi } from './call-api.ts';

/** The tokens of a wearer. A refresh token works once. `accessEndsAt`: epoch ms. */
export type Tokens = { accessToken: string; accessEndsAt: number; refreshToken: string };

/** The registration of this server with Dexcom's developer program. */
export type Client = { clientId: string; clientSecret: string };

const TokenResponse = z.object({
  access_token: z.string().min(1).max(MAX_TOKEN_LENGTH),
  refresh_token: z.string().min(1).max(MAX_TOKEN_LENGTH),
  expires_in: z.number().positive(), // seconds, although one of the vendor's tables says milliseconds
});
const TokenErrorResponse = z.object({ error: z.string().max(MAX_NAME_LENGTH) });

/** Exchanges a code, or a refresh token, for tokens. It calls once, because both work once. Throws `SourceError`. */
export async function requestTokens(
  host: ApiHost,
  { client, form }: { client: Client; form: Record<string, string> },
  context: SourceContext,
): Promise<Tokens> {
  const fields = { client_id: client.clientId, client_secret: client.clientSecret, ...form };
  const response = await callApi(
    { url: `${host}/v2/oauth2/token`, method: 'POST', body: new URLSearchParams(fields).toString() },
    { 'content-type': 'application/x-www-form-urlencoded' },
    context,
  );
  const refused = TokenErrorResponse.safeParse(response.json).data?.error;
  // Used, ended or withdrawn by the wearer. Every other error is about Tealight's registration.
  if (refused === 'invalid_grant') throw new SourceError('dexcomApi', 'wrong-login', { cause: refused });
  const granted = TokenResponse.safeParse(response.json);
  if (refused !== undefined || !granted.success)
    throw new SourceError('dexcomApi', 'unreadable', { cause: refused });
  const { access_token: accessToken, refresh_token: refreshToken, expires_in } = granted.data;
  return { accessToken, refreshToken, accessEndsAt: context.now() + expires_in * 1000 };
}
