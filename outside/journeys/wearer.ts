import type { Page } from '@playwright/test';
import { connectNightscout, saveRange, signUp } from '@tealight/contract';
import { type Newcomer, newcomer } from './newcomer.ts';
import { accessToken } from './own-data.ts';
import type { SimulatedSite } from './world.ts';

/** Somebody who has been here before: confirmed, and signed in without a browser. */
export type Wearer = Newcomer & { token: string };

/** An account with a confirmed address, and the token of its first sign-in. */
export async function wearerOf(url: string): Promise<Wearer> {
  const person = newcomer();
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
    const outbox = await fetch(`${url}/outbox`).then((page) => page.text());
    return outbox.match(/href="([^"]*email\/confirm[^"]*)"/)?.[1]?.replaceAll('&amp;', '&');
  });
  await fetch(link);
  return { ...person, token: await accessToken(url, { email, password }) };
}

/** The same, connected to a site and with the usual setpoints. */
export async function connectedWearer(url: string, site: SimulatedSite): Promise<Wearer> {
  const wearer = await wearerOf(url);
  const { endpoint, apiSecret } = site;
  await send(url + connectNightscout.path, { endpoint, apiSecret }, wearer.token);
  await send(url + saveRange.path, { unit: 'mg/dL', high: 180, inRange: 110, low: 70 }, wearer.token);
  return wearer;
}

/** Opens a page as this wearer. */
export async function openAs(page: Page, { token }: Wearer, path = '/'): Promise<void> {
  await page.addInitScript((value) => {
    if (!sessionStorage.getItem('met')) localStorage.setItem('accessToken', value);
    sessionStorage.setItem('met', 'yes');
  }, token);
  await page.goto(path);
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
