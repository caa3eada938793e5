import { createHash, randomBytes } from 'node:crypto';
import type { CareLinkMood } from './carelink-moods.ts';
import { captchaPage, consentPage, expiredPage, type LoginPage, loginPage } from './carelink-pages.ts';
import type { TokenOffice } from './carelink-tokens.ts';
import { json, text } from './replies.ts';

/** One region's place to sign in. */
export type Desk = {
  clientId: string;
  audience: string;
  redirectUri: string;
  /** Who may sign in here; an account of another region is nobody. */
  knows: (username: string, password: string) => boolean;
  username: string;
  office: TokenOffice;
  mood: () => CareLinkMood;
  clock: () => number;
};

type SignIn = { query: URLSearchParams; name: string; signedIn: boolean };
type Ask = { request: Request; path: string; query: URLSearchParams; form: URLSearchParams };

const SLOW_MS = 1500;

/** The pages from `/authorize` to the code, and the counter where it is traded. */
export function signInDesk(desk: Desk) {
  const underWay = new Map<string, SignIn>();
  const solved = new Set<string>();
  return async (path: string, request: Request): Promise<Response> => {
    const query = new URL(request.url).searchParams;
    const form = new URLSearchParams(request.method === 'POST' ? await request.text() : '');
    const ask = { request, path, query, form };
    if (path === '/oauth/token') return token(desk, form);
    if (desk.mood() === 'slow') await new Promise((done) => setTimeout(done, SLOW_MS));
    if (path === '/authorize') return begin(desk, underWay, ask);
    if (path === '/u/captcha') return captcha(solved, request);
    const state = query.get('state') ?? form.get('state') ?? '';
    const signIn = underWay.get(state);
    const late = desk.mood() === 'impatient' && request.method === 'POST';
    if (signIn === undefined || late) return html(expiredPage, 400);
    if (path === '/u/login') return login(desk, { ...ask, signIn, state, solved });
    if (path === '/u/consent') return consent(desk, { ...ask, signIn, state });
    if (path === '/authorize/resume') return resume(desk, signIn, state);
    return text('Not Found', { status: 404 });
  };
}

const html = (body: string, status = 200) => text(body, { status, type: 'text/html' });
const sentTo = (location: string) => new Response('', { status: 302, headers: { location } });

function begin(desk: Desk, underWay: Map<string, SignIn>, { query }: Ask): Response {
  const expected = {
    client_id: desk.clientId,
    redirect_uri: desk.redirectUri,
    audience: desk.audience,
    response_type: 'code',
  };
  const wrong = Object.entries(expected).find(([name, value]) => query.get(name) !== value);
  if (wrong !== undefined) return html(`<!DOCTYPE html><h1>invalid_request</h1><p>${wrong[0]}</p>`, 400);
  const state = randomBytes(12).toString('base64url');
  underWay.set(state, { query, name: '', signedIn: false });
  return sentTo(`u/login?state=${state}`);
}

async function captcha(solved: Set<string>, request: Request): Promise<Response> {
  if (request.method !== 'POST') return html(captchaPage);
  const token = randomBytes(16).toString('base64url');
  solved.add(token);
  return json({ token });
}

type Step = Ask & { signIn: SignIn; state: string };

function login(
  desk: Desk,
  { request, form, signIn, state, solved }: Step & { solved: Set<string> },
): Response {
  const mood = desk.mood();
  const asks: LoginPage['asks'] = mood !== 'two-steps' ? 'both' : signIn.name === '' ? 'name' : 'password';
  const guarded = mood !== 'trusting' && asks !== 'name';
  const show = (more: Partial<LoginPage> = {}, status = 200) => {
    const shown = html(loginPage({ state, asks, username: signIn.name, captcha: guarded, ...more }), status);
    if (mood === 'strict') shown.headers.set('content-security-policy', "form-action 'self'");
    return shown;
  };
  if (request.method !== 'POST') return show();
  signIn.name = form.get('username') ?? '';
  if (asks === 'name') return show({ asks: 'password', captcha: true, username: signIn.name });
  if (guarded && !solved.delete(form.get('captcha') ?? '')) {
    return show(
      { error: { code: 'invalid-captcha', text: 'Select the checkbox to verify you are not a robot.' } },
      400,
    );
  }
  if (!desk.knows(signIn.name, form.get('password') ?? '')) {
    return show({ error: { code: 'wrong-credentials', text: 'Wrong username or password' } }, 400);
  }
  signIn.signedIn = true;
  return sentTo(mood === 'consenting' ? `consent?state=${state}` : `../authorize/resume?state=${state}`);
}

function consent(desk: Desk, { request, form, signIn, state }: Step): Response {
  if (request.method !== 'POST') return html(consentPage(state));
  if (form.get('action') === 'accept') return sentTo(`../authorize/resume?state=${state}`);
  const told = { error: 'access_denied', error_description: 'User did not authorize the request' };
  return sentTo(
    `${desk.redirectUri}?${new URLSearchParams({ ...told, state: signIn.query.get('state') ?? '' })}`,
  );
}

function resume(
  { office, clock, clientId, redirectUri }: Desk,
  { query, signedIn }: SignIn,
  state: string,
): Response {
  if (!signedIn) return sentTo(`../u/login?state=${state}`);
  const challenge = query.get('code_challenge') ?? '';
  const code = office.codeFor({ challenge, clientId, redirectUri }, clock());
  return sentTo(`${redirectUri}?${new URLSearchParams({ code, state: query.get('state') ?? '' })}`);
}

function token({ office, clock, clientId, username }: Desk, form: URLSearchParams): Response {
  const refused = (error_description: string) => json({ error: 'invalid_grant', error_description }, 403);
  if (form.get('client_id') !== clientId)
    return json({ error: 'access_denied', error_description: 'Unauthorized' }, 401);
  if (form.get('grant_type') === 'refresh_token') {
    const renewed = office.renew(form.get('refresh_token') ?? '', username, clock());
    return renewed === null ? refused('Unknown or invalid refresh token.') : json(renewed);
  }
  const code = office.spend(form.get('code') ?? '', clock());
  if (code === null || code.redirectUri !== form.get('redirect_uri'))
    return refused('Invalid authorization code');
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (code.challenge !== '' && code.challenge !== challenge) return refused('Failed to verify code verifier');
  return json(office.begin(username, clock()));
}
