import { connectNightscout, saveRange, signIn, signUp } from '@tealight/contract';
import { type Newcomer, newcomer } from './newcomer.ts';

/** Somebody who has been here before: confirmed, and signed in without a browser. */
export type Wearer = Newcomer & { token: string };

/** An account with a confirmed address, and the token of its first sign-in. */
export async function wearerOf(url: string, person: Newcomer = newcomer()): Promise<Wearer> {
  const { firstName, lastName, email, password } = person;
  const body = {
    firstname: firstName,
    lastname: lastName,
    email,
    password,
    location: 'US',
    phoneNumber: null,
  };
  await send(url + signUp.path, body);
  const link = await until(async () => {
    const headers = { accept: 'application/json' };
    const mails = (await (await fetch(`${url}/outbox`, { headers })).json()) as {
      to: string;
      text: string;
    }[];
    return mails.find(({ to }) => to === email)?.text.match(/http\S*email\/confirm\S*/)?.[0];
  });
  await fetch(link);
  return { ...person, token: await accessToken(url, { email, password }) };
}

/** The same, connected to a site and with the usual setpoints. */
export async function connectedWearer(
  url: string,
  site: { endpoint: string; apiSecret: string },
  person?: Newcomer,
): Promise<Wearer> {
  const wearer = await wearerOf(url, person);
  const { endpoint, apiSecret } = site;
  await send(url + connectNightscout.path, { endpoint, apiSecret }, wearer.token);
  await send(url + saveRange.path, { unit: 'mg/dL', high: 180, inRange: 110, low: 70 }, wearer.token);
  return wearer;
}

/** Makes a call and fails when it is refused. */
export async function send(address: string, body: object, token?: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${new URL(address).pathname}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 50; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resume) => setTimeout(resume, 200));
  }
  throw new Error('It did not come');
}

/** Signs in without a browser. */
export async function accessToken(url: string, who: { email: string; password: string }): Promise<string> {
  const { email, password } = who;
  const { accessToken: token } = (await send(url + signIn.path, { email, password })) as {
    accessToken: string;
  };
  return token;
}
