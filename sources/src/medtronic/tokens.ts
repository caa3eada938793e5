import * as z from 'zod';
import type { World } from '../source.ts';
import { LONGEST_NAME, LONGEST_TOKEN } from '../tokens.ts';
import { SourceError } from '../trouble.ts';
import { askCareLink, Moved } from './ask-carelink.ts';
import type { Place } from './discovery.ts';

/** What opens the account's data. The refresh token is spent by its first use. `accessEndsAt`: epoch ms. */
export type Tokens = { accessToken: string; accessEndsAt: number; refreshToken: string };

const Granted = z.object({
  access_token: z.string().min(1).max(LONGEST_TOKEN),
  refresh_token: z.string().min(1).max(LONGEST_TOKEN).optional(),
  expires_in: z.number().positive(), // seconds
});
const Refused = z.object({ error: z.string().max(LONGEST_NAME) });
const Claims = z.looseObject({
  exp: z.number().optional().catch(undefined),
  preferred_username: z.string().max(LONGEST_NAME).optional().catch(undefined),
  token_details: z
    .object({ preferred_username: z.string().max(LONGEST_NAME).optional() })
    .optional()
    .catch(undefined),
});

/**
 * Trades a code, or a refresh token, for tokens: once, because both are spent by it. Where the answer brings no new
 * refresh token the old one goes on.
 *
 * Throws  `SourceError`: `needs-human` (spent, ended or withdrawn), `Moved` (the vendor does not know our client).
 */
export async function trade(place: Place, form: Record<string, string>, world: World): Promise<Tokens> {
  const fields = { client_id: place.client.client_id, ...form };
  const answer = await askCareLink(
    {
      url: place.tokenUrl,
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    world,
  );
  const refused = Refused.safeParse(answer.json).data?.error;
  if (refused === 'invalid_grant') throw new SourceError('medtronic', 'needs-human', { cause: refused });
  if (answer.status === 401) throw new Moved('medtronic', 'unreadable', { cause: 'unknown client' });
  const granted = Granted.safeParse(answer.json).data;
  const refreshToken = granted?.refresh_token ?? form.refresh_token;
  if (answer.status !== 200 || granted === undefined || refreshToken === undefined) {
    throw new SourceError('medtronic', 'unreadable', { cause: `token answer ${answer.status}` });
  }
  const endsAt = (claimsOf(granted.access_token).exp ?? Number.POSITIVE_INFINITY) * 1000;
  const accessEndsAt = Math.min(endsAt, world.now() + granted.expires_in * 1000);
  return { accessToken: granted.access_token, refreshToken, accessEndsAt };
}

/** What a token says about itself, unchecked: the vendor's own answer is its only witness. */
export function claimsOf(token: string): z.infer<typeof Claims> {
  try {
    const part = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
    return Claims.parse(JSON.parse(part));
  } catch {
    return {};
  }
}
