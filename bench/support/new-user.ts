import { confirmLinkPath, signIn, signUp } from '@tealight/contract';

export const newUser = {
  firstname: 'Ada',
  lastname: 'Lovelace',
  email: 'ada@example.org',
  password: 'Analytical1!',
  location: 'GB',
};

const post = (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Signs up a user, opens the emailed link and signs in. Returns the access token. */
export async function signUpAndIn(url: string, who: typeof newUser = newUser): Promise<string> {
  await post(url + signUp.path, who);
  await fetch(`${url}${confirmLinkPath}?token=${await mailedToken(url, who.email)}`, { redirect: 'manual' });
  const answer = await post(url + signIn.path, { email: who.email, password: who.password });
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

async function mailedToken(url: string, email: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`${url}/outbox`, { headers: { accept: 'application/json' } });
    const kept = (await answer.json()) as { to: string; text: string }[];
    const token = kept.find(({ to }) => to === email)?.text.match(/confirm\?token=(\S+)/)?.[1];
    if (token !== undefined) return token;
    await new Promise((resume) => setTimeout(resume, 50));
  }
  throw new Error('No confirmation mail came');
}
