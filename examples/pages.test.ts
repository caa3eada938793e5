import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingsOf } from './bridge/settings.ts';

const folder = new URL('../docs/devices/', import.meta.url);
const pages = readdirSync(folder).map((name): [string, string] => [
  name,
  readFileSync(new URL(name, folder), 'utf8'),
]);
const page = (name: string) => pages.find(([one]) => one === name)?.[1] ?? '';
const fileHere = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test.each(pages)('[DEV-4] every file that %s names is there', (_, text) => {
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !existsSync(new URL(link, folder)))).toEqual([]);
});

test('[DEV-4] the overview leads to every page', () => {
  const others = pages.map(([name]) => name).filter((name) => name !== 'README.md');
  expect(others.filter((name) => !page('README.md').includes(`](${name})`))).toEqual([]);
});

test('[DEV-4] the settings on the bridge’s page, and those beside it, are settings of the bridge', () => {
  const [, printed = ''] = /```json\n([\s\S]+?)```/.exec(page('bridge.md')) ?? [];
  const kinds = settingsOf(JSON.parse(printed)).lamps.map(({ name }) => name.split(' ')[0]);
  expect(kinds).toEqual(['WLED', 'WLED', 'Hue', 'LIFX', 'Govee', 'AWTRIX']);
  expect(settingsOf(JSON.parse(fileHere('bridge/bridge.example.json'))).lamps.length).toBe(2);
});

test('[DEV-4] the ESPHome page names every secret that its lamp reads', () => {
  const secrets = [...fileHere('esphome/tealight-lamp.yaml').matchAll(/!secret (\w+)/g)].map(
    ([, name]) => name,
  );
  const [, printed = ''] = /```yaml\n([\s\S]+?)```/.exec(page('esphome.md')) ?? [];
  expect([...printed.matchAll(/^(\w+):/gm)].map(([, name]) => name).sort()).toEqual(
    [...new Set(secrets)].sort(),
  );
});

test('[DEV-4] lamps that are built ask for the very paths of the feed, and give the code in a header', () => {
  const esphome = fileHere('esphome/tealight-lamp.yaml');
  const esp32 = fileHere('esp32-lamp/esp32-lamp.ino');
  expect(esphome).toContain('/device/v1/glow?');
  expect(esp32).toContain('/device/v1/feed?');
  for (const lamp of [esphome, esp32]) {
    expect(lamp).toContain('Authorization: Bearer ');
    expect(lamp).not.toMatch(/[?&]code=/);
  }
});
