import { createHash, randomBytes } from 'node:crypto';
import { json, text } from '../replies.ts';
import { captchaPage, consentPage, expiredPage, type LoginPage, loginPage } from './pages.ts';
import type { CareLinkScenario } from './scenarios.ts';
import type { TokenOffice } from './tokens.ts';

/** The sign-in service of a region. */
export type SignInClient = {
  /** The required parameters of a sign-in. */
  registered: { client_id: string; audience: string; redirect_uri: string };
  /** The account of this region, if there is one. */
  knows: (username: string, password: string) => boolean;
  username: string;
  office: TokenOffice;
  scenario: () => CareLinkScenario;
  clock: () => number;
};

type SignIn = { query: URLSearchParams; name: string; signedIn: boolean };
type Ask = { request: Request; path: string; query: URLSearchParams; form: URLSearchParams };

const SLOW_MS = 1500;

/** The pages from `/authorize` to the code, and the token endpoint. */
export function signInPages(client: SignInClient) {
  const underWay = new Map<string, SignIn>();
  const solved = new Set<string>();
  return async (path: string, request: Request): Promise<Response> => {
    const query = new URL(request.url).searchParams;
    const form = new URLSearchParams(request.method === 'POST' ? await request.text() : '');
    const ask = { request, path, query, form };
    if (path === '/oauth/token') return token(client, form);
    if (client.scenario() === 'slow') await new Promise((done) => setTimeout(done, SLOW_MS));
    if (path === '/authorize') return begin(client, underWay, ask);
    if (path === '/u/captcha') return captcha(solved, request);
    const state = query.get('state') ?? form.get('state') ?? '';
    const signIn = underWay.get(state);
    const late = client.scenario() === 'impatient' && request.method === 'POST';
    if (signIn === undefined || late) return html(expiredPage, 400);
    if (path === '/u/login') return login(client, { ...ask, signIn, state, solved });
    if (path === '/u/consent') return consent(client, { ...ask, signIn, state });
    if (path === '/authorize/resume') return resume(client, signIn, state);
    return text('Not Found', { status: 404 });
  };
}

const html = (body: string, status = 200) => text(body, { status, type: 'text/html' });
const sentTo = (location: string) => new Response('', { status: 302, headers: { location } });

function begin(client: SignInClient, underWay: Map<string, SignIn>, { query }: Ask): Response {
  const expected = { ...client.registered, response_type: 'code' };
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
  client: SignInClient,
  { request, form, signIn, state, solved }: Step & { solved: Set<string> },
): Response {
  const scenario = client.scenario();
  const asks: LoginPage['asks'] =
    scenario !== 'two-steps' ? 'both' : signIn.name === '' ? 'name' : 'password';
  const guarded = scenario !== 'trusting' && asks !== 'name';
  const show = (more: Partial<LoginPage> = {}, status = 200) => {
    const shown = html(loginPage({ state, asks, username: signIn.name, captcha: guarded, ...more }), status);
    if (scenario === 'strict') shown.headers.set('content-security-policy', "form-action 'self'");
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
  if (!client.knows(signIn.name, form.get('password') ?? '')) {
    return show({ error: { code: 'wrong-credentials', text: 'Wrong username or password' } }, 400);
  }
  signIn.signedIn = true;
  return sentTo(scenario === 'consenting' ? `consent?state=${state}` : `../authorize/resume?state=${state}`);
}

function consent(client: SignInClient, { request, form, signIn, state }: Step): Response {
  if (request.method !== 'POST') return html(consentPage(state));
  if (form.get('action') === 'accept') return sentTo(`../authorize/resume?state=${state}`);
  const error = { error: 'access_denied', error_description: 'User did not authorize the request' };
  return sentTo(
    `${client.registered.redirect_uri}?${new URLSearchParams({ ...error, state: signIn.query.get('state') ?? '' })}`,
  );
}

function resume(
  { office, clock, registered: { client_id: clientId, redirect_uri: redirectUri } }: SignInClient,
  { query, signedIn }: SignIn,
  state: string,
): Response {
  if (!signedIn) return sentTo(`../u/login?state=${state}`);
  const challenge = query.get('code_challenge') ?? '';
  const code = office.codeFor({ challenge, clientId, redirectUri }, clock());
  return sentTo(`${redirectUri}?${new URLSearchParams({ code, state: query.get('state') ?? '' })}`);
}

function token({ office, clock, registered, username }: SignInClient, form: URLSearchParams): Response {
  const refused = (error_description: string) => json({ error: 'invalid_grant', error_description }, 403);
  if (form.get('client_id') !== registered.client_id)
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
