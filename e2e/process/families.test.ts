import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  addWearer,
  answerInvitation,
  type Call,
  changeFollow,
  currentUser,
  feedPath,
  glowPath,
  invite,
  listWearers,
  lookAtInvitation,
  makeShareLink,
  readAudit,
  sharedNow,
  shareScheme,
  WRONG_CODE_CLOSE,
} from '@tealight/contract';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { mqttLamp } from '../../server/test/mqtt-lamp.ts';
import { connectedWearer, send, type Wearer, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../../simulators/nightscout/nightscout.ts';
import { serve } from '../../simulators/serve.ts';
import { type RealProcess, realProcess } from '../support/real-process.ts';

const SITE_SECRET = 'the-secret-of-a-site';

type CreatedLink = { link: string };
type WearerList = { wearers: { id: string }[] };
type Mail = { to: string; text: string; html: string };

const secretIn = ({ link }: CreatedLink) => link.replace(/.*#/, '');
const withToken = ({ token }: Wearer, wearer?: string) => ({
  'content-type': 'application/json',
  authorization: `Bearer ${token}`,
  ...(wearer && { 'tealight-wearer': wearer }),
});

/** Makes a call as somebody, about a wearer. */
async function as<Reply>(
  { url }: RealProcess,
  who: Wearer,
  { path, method }: Pick<Call, 'path' | 'method'>,
  { wearer, body }: { wearer?: string; body?: object } = {},
): Promise<Reply> {
  const answer = await fetch(url + path, {
    method,
    headers: withToken(who, wearer),
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json() as Promise<Reply>;
}

const firstWearer = async (tealight: RealProcess, who: Wearer): Promise<string> =>
  (await as<WearerList>(tealight, who, listWearers)).wearers[0]?.id ?? '';

/** The account's own connection code for the wearer. */
const codeOf = async (tealight: RealProcess, who: Wearer, wearer: string): Promise<string> =>
  (await as<{ connectionCode: string }>(tealight, who, currentUser, { wearer })).connectionCode;

test('[PPL-30] the secret of a share link opens its page, and no Nightscout address, feed, topic or call', async () => {
  await using tealight = await realProcess();
  const { url, mqttPort } = tealight;
  const maria = await wearerOf(url);
  const wearer = await firstWearer(tealight, maria);
  const link = { name: 'School nurse', scope: 'history', lasts: 'day' };
  const secret = secretIn(await as<CreatedLink>(tealight, maria, makeShareLink, { wearer, body: link }));

  const statusOf = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, { headers });
    await answer.body?.cancel();
    return answer.status;
  };
  const share = { authorization: `${shareScheme} ${secret}` };
  const bearer = { authorization: `Bearer ${secret}` };
  const secretHeader = { 'api-secret': secret };
  const statuses = {
    'Nightscout by header': await statusOf('/api/v1/entries.json', secretHeader),
    'Nightscout by query': await statusOf(`/api/v1/entries.json?token=${secret}`),
    'Nightscout’s current reading': await statusOf('/api/v1/entries/current.json', secretHeader),
    'Nightscout’s access': await statusOf(`/api/v2/authorization/request/${secret}`),
    'Nightscout v3': await statusOf('/api/v3/entries', bearer),
    'Nightscout v3 with the scheme of links': await statusOf('/api/v3/entries', share),
    'devices: the polled glow': await statusOf(glowPath, bearer),
    'devices: the polled glow by query': await statusOf(`${glowPath}?code=${secret}`),
    'devices: the polled glow with the scheme of links': await statusOf(glowPath, share),
    'devices: the event feed': await statusOf(feedPath, { ...bearer, accept: 'text/event-stream' }),
    'devices: the event feed by query': await statusOf(`${feedPath}?code=${secret}`, {
      accept: 'text/event-stream',
    }),
    'a call with it as session': await statusOf(currentUser.path, bearer),
    'a call with the scheme of links': await statusOf(currentUser.path, share),
  };
  for (const [name, status] of Object.entries(statuses)) {
    // What devices ask with a wrong code is answered 403, as the device protocol says.
    expect([name, status]).toEqual([name, name.startsWith('devices:') ? 403 : 401]);
  }

  const socket = new WebSocket(`${url.replace('http', 'ws')}${feedPath}`, { headers: bearer });
  const [closed] = await once(socket, 'close');
  expect(closed).toBe(WRONG_CODE_CLOSE);
  const broker = `mqtt://127.0.0.1:${mqttPort}`;
  await expect(mqttLamp(broker, { username: secret })).rejects.toThrow();

  expect(await statusOf(sharedNow.path, share)).toBe(200);
  // The same requests open with a connection code: they are refused for the secret, not for their form.
  const code = await codeOf(tealight, maria, wearer);
  expect(await statusOf('/api/v1/entries.json', { 'api-secret': code })).toBe(200);
  expect(await statusOf(glowPath, { authorization: `Bearer ${code}` })).toBe(200);
  await (await mqttLamp(broker, { username: code })).end();
});

test('[PPL-28] [PPL-33] what a whole run of a family writes holds no token, code, password, reading or address of anybody else', async () => {
  await using tealight = await realProcess({ LOG_LEVEL: 'debug' });
  const { url, dataDir } = tealight;
  const site = await serve(nightscoutSite({ secret: SITE_SECRET, token: 'reader-0123456789abcdef' }));
  await using _site = { [Symbol.asyncDispose]: () => site.close() };
  const maria = await connectedWearer(url, { endpoint: site.url, apiSecret: SITE_SECRET });
  const [george, ben] = [await wearerOf(url), await wearerOf(url)];
  const wearer = await firstWearer(tealight, maria);
  await as(tealight, maria, addWearer, { body: { name: 'Emma' } });

  const role = { role: 'follower' };
  const inviteBy = async (body: object) =>
    as<CreatedLink & { id: number }>(tealight, maria, invite, { wearer, body: { ...role, ...body } });
  const [byLink, byQr] = [
    secretIn(await inviteBy({ kind: 'link' })),
    secretIn(await inviteBy({ kind: 'qr' })),
  ];
  await inviteBy({ kind: 'email', email: ben.email });
  const mailsOf = async () =>
    (await (await fetch(`${url}/outbox`, { headers: { accept: 'application/json' } })).json()) as Mail[];
  const byMail = await vi.waitFor(async () => {
    const tokens = (await mailsOf()).flatMap(({ text }) => /join#([\w-]+)/.exec(text)?.[1] ?? []);
    expect(tokens).toHaveLength(1);
    return tokens[0] ?? '';
  });
  const link = { name: 'School nurse', scope: 'now', lasts: 'day' };
  const share = secretIn(await as<CreatedLink>(tealight, maria, makeShareLink, { wearer, body: link }));

  const problems: string[] = [];
  const expectRefused = async (who: Wearer, call: Pick<Call, 'path' | 'method'>, body?: object) => {
    const answer = await fetch(url + call.path, {
      method: call.method,
      headers: withToken(who, wearer),
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.ok).toBe(false);
    problems.push(await answer.text());
  };
  await expectRefused(george, currentUser);
  await expectRefused(george, lookAtInvitation, { token: `${byLink}x` });
  await expectRefused(george, answerInvitation, { token: byMail, accept: true });
  await send(url + answerInvitation.path, { token: byLink, accept: true }, george.token);
  await send(url + answerInvitation.path, { token: byQr, accept: true }, ben.token);
  await expectRefused(ben, answerInvitation, { token: byQr, accept: true });
  await expectRefused(george, changeFollow, { id: 1, role: 'carer', rights: [] });
  const codes = [await codeOf(tealight, maria, wearer)];
  for (const code of codes) await fetch(url + glowPath, { headers: { authorization: `Bearer ${code}` } });
  await fetch(url + sharedNow.path, { headers: { authorization: `${shareScheme} ${share}` } });
  await fetch(`${url}/api/v1/entries.json?token=${codes[0]}`);

  const audit = JSON.stringify(await as(tealight, maria, readAudit, { wearer }));
  const mails = await mailsOf();
  await tealight.stop();
  const logged = tealight.said();
  const stored = await filesIn(dataDir, (path) => !path.endsWith('.eml'));

  const people = [maria, george, ben];
  const secrets = [
    ...people.flatMap(({ token, password }) => [token, password]),
    ...[byLink, byQr, byMail, share, SITE_SECRET],
  ];
  const found = (text: string, words: readonly string[]) => words.filter((word) => text.includes(word));
  const addresses = people.map(({ email }) => email);
  expect(found(logged, [...secrets, ...codes, ...addresses, site.url])).toEqual([]);
  expect(logged).not.toMatch(/"(mgdl|sgv|value|glucose|currentCgmReading)":/);
  expect(found(problems.join(), [...secrets, ...codes, maria.email, ben.email])).toEqual([]);
  expect(audit).toContain('accepted');
  expect(found(audit, [...secrets, ...codes, ...addresses, site.url])).toEqual([]);
  // Stored as hashes or encrypted; the code alone is stored as it is, since lamps show it.
  expect(found(stored, secrets)).toEqual([]);
  expect(stored).toContain(codes[0]);
  for (const { to, text, html } of mails) {
    const others = addresses.filter((address) => address !== to);
    const own = to === ben.email ? [byMail] : [];
    const words = [...secrets.filter((word) => !own.includes(word)), ...codes, ...others];
    expect(found(text + html, words)).toEqual([]);
  }
});

/** The bytes of the files below a folder, as text in which ASCII is found. */
async function filesIn(folder: string, isWanted: (path: string) => boolean): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(paths.filter(isWanted).map((path) => readFile(path, 'latin1')));
  return texts.join('\n');
}
