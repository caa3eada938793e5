import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { SignInOutcome } from '../asks-human.ts';
import { type Place, Region } from './discovery.ts';

/** What connects the code to the sign-in that it came from. */
export const Pending = z.object({
  region: Region,
  state: z.string().min(1),
  verifier: z.string().min(43).max(128),
  redirectUri: z.string().min(1),
});
export type Pending = z.infer<typeof Pending>;

/** A new sign-in: its page, and what to keep until the code comes. [RFC 7636] S256; the verifier has 43 characters. */
export function newSignIn(region: Region, { authorizeUrl, client }: Place) {
  const pending: Pending = { region, state: random(), verifier: random(), redirectUri: client.redirect_uri };
  const query = {
    client_id: client.client_id,
    response_type: 'code',
    scope: client.scope,
    redirect_uri: client.redirect_uri,
    audience: client.audience,
    code_challenge: createHash('sha256').update(pending.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: pending.state,
  };
  return { captchaUrl: `${authorizeUrl}?${new URLSearchParams(query)}`, pending };
}

/** The page ends by sending the browser to the address of the vendor's app, which no browser can open. */
export function outcomeOf(address: string, { redirectUri, state }: Pending): SignInOutcome | null {
  const [beginning, query = ''] = splitAt(address, '?');
  if (beginning !== redirectUri) return null;
  const told = new URLSearchParams(query.split('#')[0]);
  if (told.get('state') !== state) return 'forged';
  const code = told.get('code');
  return code ? { code } : 'refused';
}

const random = () => randomBytes(32).toString('base64url');

function splitAt(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
