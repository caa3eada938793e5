import * as z from 'zod';
import type { World } from '../source.ts';
import { LONGEST_NAME, LONGEST_TOKEN } from '../tokens.ts';
import { SourceError } from '../trouble.ts';
import { type ApiHost, askApi } from './ask-api.ts';

/** What opens the wearer's data. The refresh token is spent by its first use. `accessEndsAt`: epoch ms. */
export type Tokens = { accessToken: string; accessEndsAt: number; refreshToken: string };

/** How Tealight is known to Dexcom's developer programme. */
export type Client = { clientId: string; clientSecret: string };

const Granted = z.object({
  access_token: z.string().min(1).max(LONGEST_TOKEN),
  refresh_token: z.string().min(1).max(LONGEST_TOKEN),
  expires_in: z.number().positive(), // seconds, although one of the vendor's tables says milliseconds
});
const Refused = z.object({ error: z.string().max(LONGEST_NAME) });

/** Trades a code, or a refresh token, for tokens: once, because both are spent by it. Throws `SourceError`. */
export async function trade(
  host: ApiHost,
  { client, form }: { client: Client; form: Record<string, string> },
  world: World,
): Promise<Tokens> {
  const fields = { client_id: client.clientId, client_secret: client.clientSecret, ...form };
  const answer = await askApi(
    { url: `${host}/v2/oauth2/token`, method: 'POST', body: new URLSearchParams(fields).toString() },
    { 'content-type': 'application/x-www-form-urlencoded' },
    world,
  );
  const refused = Refused.safeParse(answer.json).data?.error;
  // Spent, ended or withdrawn by the wearer. Every other refusal is about our own registration.
  if (refused === 'invalid_grant') throw new SourceError('dexcom-api', 'wrong-login', { cause: refused });
  const granted = Granted.safeParse(answer.json);
  if (refused !== undefined || !granted.success)
    throw new SourceError('dexcom-api', 'unreadable', { cause: refused });
  const { access_token: accessToken, refresh_token: refreshToken, expires_in } = granted.data;
  return { accessToken, refreshToken, accessEndsAt: world.now() + expires_in * 1000 };
}
