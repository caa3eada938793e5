import { Agent } from 'node:https';
import { askHue } from './lamps/hue.ts';

/** node pair-hue.ts 192.168.1.20 — press the bridge's button first. Prints what the settings need. */
const host = process.argv[2];
if (host === undefined) {
  console.error('Name the address of the bridge: node pair-hue.ts 192.168.1.20');
  process.exit(2);
}
const bridge = { host, agent: new Agent({ rejectUnauthorized: false }), fingerprint: null };
const devicetype = 'tealight#bridge';
const { body, fingerprint } = await askHue(bridge, {
  method: 'POST',
  path: '/api',
  body: { devicetype, generateclientkey: true },
});
const [paired] = JSON.parse(body) as [{ success?: { username: string }; error?: { description: string } }];
if (paired.success === undefined) {
  console.error(`Press the button on the bridge, then try again within 30 s (${paired.error?.description}).`);
  process.exit(1);
}
const key = paired.success.username;
const lights = await askHue(
  { ...bridge, fingerprint },
  { method: 'GET', path: '/clip/v2/resource/light', headers: { 'hue-application-key': key } },
);
const { data } = JSON.parse(lights.body) as { data: { id: string; metadata: { name: string } }[] };
for (const { id, metadata } of data) {
  console.log(JSON.stringify({ kind: 'hue', host, key, light: id, fingerprint }), ` ← ${metadata.name}`);
}
process.exit(0);
