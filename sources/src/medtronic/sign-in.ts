import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { SignInOutcome } from '../source.ts';
import { type Endpoints, Region } from './discovery.ts';

/** What is stored until the authorization code comes: [RFC 6749] state and [RFC 7636] code verifier. */
export const PendingSignIn = z.object({
  region: Region,
  state: z.string().min(1),
  verifier: z.string().min(43).max(128),
  redirectUri: z.string().min(1),
});
export type PendingSignIn = z.infer<typeof PendingSignIn>;

/** A new sign-in: the address of its page, and what to store until the code comes. [RFC 7636] S256; the verifier has 43 characters. */
export function newSignIn(region: Region, { authorizeUrl, client }: Endpoints) {
  const pending: PendingSignIn = {
    region,
    state: random(),
    verifier: random(),
    redirectUri: client.redirect_uri,
  };
  const query = {
    ...client,
    response_type: 'code',
    code_challenge: createHash('sha256').update(pending.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: pending.state,
  };
  return { captchaUrl: `${authorizeUrl}?${new URLSearchParams(query)}`, pending };
}

/**
 * At the end the page redirects to the address of the vendor's app, which no browser can open. Null for any other
 * address. Compared as text: an address of an app has no parts that `URL` would know.
 */
export function outcomeOf(address: string, { redirectUri, state }: PendingSignIn): SignInOutcome | null {
  const [beginning, text = ''] = splitAt(address, '?');
  if (beginning !== redirectUri) return null;
  const query = new URLSearchParams(text.split('#')[0]);
  if (query.get('state') !== state) return 'forged';
  const code = query.get('code');
  return code ? { code } : 'refused';
}

const random = () => randomBytes(32).toString('base64url');

function splitAt(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
