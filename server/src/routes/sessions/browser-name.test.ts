import { expect, test } from 'vitest';
import { deviceName } from './browser-name.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/156.0 Safari/537.36 Edg/156.0`,
    'Edge on Windows',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/156.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `Mozilla/5.0 (Linux; Android 16) ${webkit} SamsungBrowser/29.0 Chrome/140 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 CriOS/156 Safari/604',
    'Chrome on iPhone',
  ],
  ['curl/8.5.0', 'curl'],
  ['TealightLamp/2 (ESP32)', 'TealightLamp'],
  ['<script>alert(1)</script>', 'An app'],
  ['', 'An app'],
  [undefined, 'An app'],
])('%s is called %s', (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});

test('a new version is the same device', () => {
  const name = (version: number) =>
    deviceName(`Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/${version}.0`);
  expect(name(145)).toBe(name(146));
});
