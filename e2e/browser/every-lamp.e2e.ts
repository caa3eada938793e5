import { createHash } from 'node:crypto';
import { currentUser, newConnectionCode, type Pairing, pairing } from '@tealight/contract';
import { connectAsync } from 'mqtt';
import { openBridge } from '../../examples/bridge/bridge.ts';
import { wled } from '../../examples/bridge/lamps/wled.ts';
import { httpLamp } from '../../examples/bridge/test/simulated-lamps.ts';
import { connectedWearer, send, type Wearer } from '../../simulators/fixtures/wearer.ts';
import { openAs } from './support/as-wearer.ts';
import { soonAsked } from './support/asked.ts';
import { expect, test } from './support/environment.ts';
import { glowOf, lightLamp } from './support/glow.ts';

const get = async (address: string, { token }: Wearer) =>
  (await fetch(address, { headers: { authorization: `Bearer ${token}` } })).json();

/** The color of the last glow that an MQTT client received, and whether it is still connected. */
async function mqttLamp({ mqtt }: Pairing, code: string) {
  const client = await connectAsync(mqtt ?? '', { username: code, reconnectPeriod: 0 });
  const heard = { color: '' };
  client.on('message', (_topic, payload) => Object.assign(heard, JSON.parse(String(payload))));
  await client.subscribeAsync(`tealight/${code}/glow`);
  return { color: () => heard.color, connected: () => client.connected, end: () => client.endAsync(true) };
}

/** What a simulated WLED was last asked to show, as `#rrggbb`. */
function wledColor(bodies: readonly { body: string }[]): string {
  const [channels] = JSON.parse(bodies.at(-1)?.body ?? '{}').seg?.[0].col ?? [[]];
  return `#${channels.map((channel: number) => channel.toString(16).padStart(2, '0')).join('')}`;
}

test('[DEV-2] [DEV-4] [DASH-4] one reading is shown by a screen, an MQTT lamp, a WLED and a Nightscout display, until the code is renewed', async ({
  page,
  context,
  site,
  tealight,
}) => {
  await site.measures(112, { date: Date.now() - 292_000 });
  const wearer = await connectedWearer(tealight.url, site);
  const { connectionCode: code } = await get(tealight.url + currentUser.path, wearer);
  const addresses = (await get(tealight.url + pairing.path, wearer)) as Pairing;

  await openAs(page, wearer);
  const screen = await context.newPage();
  await lightLamp(screen, code);
  const mqtt = await mqttLamp(addresses, code);
  await using strip = await httpLamp();
  const said: string[] = [];
  const lamps = [wled({ host: strip.host })];
  const bridge = openBridge({
    server: tealight.url,
    code,
    id: 'bridge',
    lamps,
    say: (line) => said.push(line),
  });
  const display = async () => {
    const secret = createHash('sha1').update(code).digest('hex');
    const headers = { 'api-secret': secret, accept: 'application/json' };
    const answer = await fetch(`${addresses.nightscout}/api/v1/entries?count=1`, { headers });
    return answer.ok ? (await answer.json())[0]?.sgv : answer.status;
  };
  const colors = async () => [await glowOf(screen), mqtt.color(), wledColor(strip.requests)];

  await site.measures(58, { direction: 'SingleDown' });
  await soonAsked(tealight.url, wearer, async () => expect(await display()).toBe(58));
  await expect(page.getByRole('main')).toContainText('58 mg/dL');
  const low = await glowOf(page);
  await expect.poll(colors).toEqual([low, low, low]);
  await expect(page.getByText('Devices connected', { exact: true })).toBeVisible();

  await send(tealight.url + newConnectionCode.path, {}, wearer.token);
  await expect.poll(() => said).toContainEqual(expect.stringMatching(/does not know this code/));
  await expect.poll(() => mqtt.connected()).toBe(false);
  await expect.poll(display).toBe(401);
  await expect.poll(() => JSON.parse(strip.requests.at(-1)?.body ?? '{}')).toMatchObject({ on: false });
  bridge.close();
  await mqtt.end();
});
