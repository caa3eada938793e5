import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { awtrix, awtrixApp } from './lamps/awtrix.ts';
import { govee } from './lamps/govee.ts';
import { hue, xyOf } from './lamps/hue.ts';
import { lifx, lifxColor } from './lamps/lifx.ts';
import { wled } from './lamps/wled.ts';
import type { Look } from './look.ts';
import { httpLamp, udpLamp } from './test/simulated-lamps.ts';

const red: Look = {
  red: 255,
  green: 0,
  blue: 0,
  brightness: 40 / 255,
  moving: null,
  words: '58 ↓',
  holdsS: 840,
};
const dark: Look = { ...red, brightness: 0 };
const hex = (packet: Uint8Array) => Buffer.from(packet).toString('hex').replace(/../g, '$& ').trim();
const file = (name: string) => readFileSync(new URL(`./test/${name}`, import.meta.url), 'utf8');

test('[DEV-4] WLED gets its JSON state, byte for byte', async () => {
  await using lamp = await httpLamp();
  const { show } = wled({ host: lamp.host });
  await show(red, 2000);
  await show(dark, 2000);
  expect(
    lamp.requests.map(({ method, path, headers, body }) => [method, path, headers['content-type'], body]),
  ).toEqual([
    [
      'POST',
      '/json/state',
      'application/json',
      '{"on":true,"bri":40,"tt":20,"seg":[{"id":0,"col":[[255,0,0]],"fx":0}]}',
    ],
    ['POST', '/json/state', 'application/json', '{"on":false,"tt":20}'],
  ]);
});

test('[DEV-4] a Hue light gets percent, CIE xy and a fade, with the key of its bridge', async () => {
  await using bridge = await httpLamp({ key: file('hue-key.pem'), cert: file('hue-cert.pem') });
  const { fingerprint256 } = new X509Certificate(file('hue-cert.pem'));
  const light = '3d5e1f2a-0000-4000-8000-000000000001';
  const lamp = hue({ host: bridge.host, key: 'app-key', light, fingerprint: fingerprint256 });
  await lamp.show({ ...red, brightness: 0.4 }, 2000);
  await lamp.show(dark, 400);
  lamp.close?.();
  expect(
    bridge.requests.map(({ method, path, headers, body }) => [
      method,
      path,
      headers['hue-application-key'],
      body,
    ]),
  ).toEqual([
    [
      'PUT',
      `/clip/v2/resource/light/${light}`,
      'app-key',
      '{"on":{"on":true},"dimming":{"brightness":40},"color":{"xy":{"x":0.64,"y":0.33}},"dynamics":{"duration":2000}}',
    ],
    ['PUT', `/clip/v2/resource/light/${light}`, 'app-key', '{"on":{"on":false},"dynamics":{"duration":400}}'],
  ]);
});

test('[DEV-4] a server with another certificate gets nothing, least of all the key', async () => {
  await using anonymousClient = await httpLamp({ key: file('hue-key.pem'), cert: file('hue-cert.pem') });
  const lamp = hue({ host: anonymousClient.host, key: 'app-key', light: 'x', fingerprint: 'AA:BB' });
  await expect(lamp.show(red, 0)).rejects.toThrow(/certificate is not the one/);
  expect(anonymousClient.requests).toEqual([]);
  lamp.close?.();
});

test('the corners of sRGB and its white are where the standard puts them', () => {
  expect(xyOf([255, 0, 0])).toEqual({ x: 0.64, y: 0.33 });
  expect(xyOf([0, 255, 0])).toEqual({ x: 0.3, y: 0.6 });
  expect(xyOf([0, 0, 255])).toEqual({ x: 0.15, y: 0.06 });
  expect(xyOf([255, 255, 255])).toEqual({ x: 0.3127, y: 0.329 });
});

test('[DEV-4] a LIFX bulb gets the packets of its protocol', async () => {
  await using bulb = await udpLamp();
  const lamp = lifx({ host: bulb.host });
  await lamp.show({ ...red, brightness: 1 }, 1024);
  await lamp.show(dark, 1024);
  await vi.waitFor(() => expect(bulb.packets.length).toBe(3));
  lamp.close?.();
  const header = (size: string, type: string) =>
    `${size} 00 00 34 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 ${type} 00 00 00`;
  expect(bulb.packets.map(hex)).toEqual([
    `${header('31', '66')} 00 00 00 ff ff ff ff ac 0d 00 04 00 00`,
    `${header('2a', '75')} ff ff 00 04 00 00`,
    `${header('2a', '75')} 00 00 00 04 00 00`,
  ]);
});

test('green on a LIFX bulb is the very packet that its maker prints as an example', () => {
  const green = { ...red, red: 0, green: 255, brightness: 1 };
  expect(hex(lifxColor(green, 1024))).toBe(
    '31 00 00 34 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 66 00 00 00 ' +
      '00 55 55 ff ff ff ff ac 0d 00 04 00 00',
  );
});

test('[DEV-4] a Govee light gets one command a packet', async () => {
  await using light = await udpLamp();
  const lamp = govee({ host: light.host });
  await lamp.show({ ...red, brightness: 0.5 }, 0);
  await lamp.show(dark, 0);
  await vi.waitFor(() => expect(light.packets.length).toBe(4));
  lamp.close?.();
  expect(light.packets.map(String)).toEqual([
    '{"msg":{"cmd":"turn","data":{"value":1}}}',
    '{"msg":{"cmd":"brightness","data":{"value":50}}}',
    '{"msg":{"cmd":"colorwc","data":{"color":{"r":255,"g":0,"b":0},"colorTemInKelvin":0}}}',
    '{"msg":{"cmd":"turn","data":{"value":0}}}',
  ]);
});

test('[DEV-4] an AWTRIX clock gets the value in its color, and drops it automatically when nothing new comes', async () => {
  await using clock = await httpLamp();
  const lamp = awtrix({ host: clock.host });
  await lamp.show({ ...red, brightness: 1 }, 0);
  expect(clock.requests).toMatchObject([
    {
      method: 'POST',
      path: '/api/custom?name=tealight',
      body: '{"text":"58 ↓","color":"#ff0000","noScroll":true,"lifetime":840,"lifetimeMode":0}',
    },
  ]);
  expect(awtrixApp({ ...red, brightness: 1, words: '', holdsS: null })).toMatchObject({
    text: '--',
    color: '#808080',
    lifetime: 900,
  });
});

test('[DEV-4] an AWTRIX clock is dimmer at night, and shows nothing when the lamp is dark', async () => {
  await using clock = await httpLamp();
  const lamp = awtrix({ host: clock.host });
  await lamp.show({ ...red, brightness: 0.4 }, 0);
  await lamp.show({ ...red, brightness: 0.01 }, 0);
  await lamp.show({ ...red, brightness: 0.3, words: '' }, 0);
  await lamp.show(dark, 0);
  expect(clock.requests.map(({ body }) => JSON.parse(body))).toMatchObject([
    { color: '#660000' },
    { color: '#1a0000' },
    { color: '#4d4d4d' },
    {},
  ]);
  expect(clock.requests.at(-1)?.body).toBe('{}');
});

test('a lamp that says no is an error, not a success', async () => {
  await using lamp = await httpLamp();
  lamp.fails = true;
  await expect(wled({ host: lamp.host }).show(red, 0)).rejects.toThrow('it answers 500');
});
