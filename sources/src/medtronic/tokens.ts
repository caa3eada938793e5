import * as z from 'zod';
import { MAX_NAME_LENGTH, MAX_TOKEN_LENGTH } from '../shared/length-limits.ts';
import type { SourceContext } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { callCareLink, EndpointsMoved } from './call-carelink.ts';
import type { Endpoints } from './discovery.ts';

/** The tokens of an account. A refresh token works once. `accessEndsAt`: epoch ms. */
export type Tokens = { accessToken: string; accessEndsAt: number; refreshToken: string };

const TokenResponse = z.object({
  access_token: z.string().min(1).max(MAX_TOKEN_LENGTH),
  refresh_token: z.string().min(1).max(MAX_TOKEN_LENGTH).optional(),
  expires_in: z.number().positive(), // seconds
});
const TokenErrorResponse = z.object({ error: z.string().max(MAX_NAME_LENGTH) });
const Claims = z.looseObject({
  exp: z.number().optional().catch(undefined),
  preferred_username: z.string().max(MAX_NAME_LENGTH).optional().catch(undefined),
  token_details: z
    .object({ preferred_username: z.string().max(MAX_NAME_LENGTH).optional() })
    .optional()
    .catch(undefined),
});

/**
 * Exchanges a code, or a refresh token, for tokens. It calls once, because both work once. Where the response has no new
 * refresh token the old one stays valid.
 *
 * Throws  `SourceError`: `needs-human` (used, ended or withdrawn), `EndpointsMoved` (the vendor does not know the client id).
 */
export async function requestTokens(
  endpoints: Endpoints,
  form: Record<string, string>,
  context: SourceContext,
): Promise<Tokens> {
  const fields = { client_id: endpoints.client.client_id, ...form };
  const response = await callCareLink(
    {
      url: endpoints.tokenUrl,
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    context,
  );
  const refused = TokenErrorResponse.safeParse(response.json).data?.error;
  if (refused === 'invalid_grant') throw new SourceError('medtronic', 'needs-human', { cause: refused });
  if (response.status === 401)
    throw new EndpointsMoved('medtronic', 'unreadable', { cause: 'unknown client id' });
  const granted = TokenResponse.safeParse(response.json).data;
  const refreshToken = granted?.refresh_token ?? form.refresh_token;
  if (response.status !== 200 || granted === undefined || refreshToken === undefined) {
    throw new SourceError('medtronic', 'unreadable', { cause: `token answer ${response.status}` });
  }
  const endsAt = (claimsOf(granted.access_token).exp ?? Number.POSITIVE_INFINITY) * 1000;
  const accessEndsAt = Math.min(endsAt, context.now() + granted.expires_in * 1000);
  return { accessToken: granted.access_token, refreshToken, accessEndsAt };
}

/** The claims of a token, unverified: it comes from the vendor's own response. */
export function claimsOf(token: string): z.infer<typeof Claims> {
  try {
    const part = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
    return Claims.parse(JSON.parse(part));
  } catch {
    return {};
  }
}
