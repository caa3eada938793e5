import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compilerErrors, cpp } from '../compiler.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const sketch = readFileSync(new URL('esp32-lamp.ino', import.meta.url), 'utf8');

/** As the Arduino builder makes a sketch a program: its header first, and a prototype of each function. */
function asProgram(text: string): string {
  const prototypes = [...text.matchAll(/^((?:void|bool|int) \w+\([^)]*\)) \{$/gm)].map(
    ([, one]) => `${one};`,
  );
  const [includes = '', ...rest] = text.split(/(?<=#include "glow\.h"\n)/);
  return ['#include <Arduino.h>', includes, ...prototypes, ...rest].join('\n');
}
const said = (text: string) => compilerErrors(asProgram(text), [`${here}stub-headers`, here]);

test.skipIf(cpp === null)(
  '[DEV-4] the sketch fits the ESP32 core 3.x, whose certificates have a size',
  () => {
    expect(said(sketch)).toBe('');
    expect(said(sketch.replace(/setCACertBundle\([^)]*\)/, 'setCACertBundle(nullptr)'))).toContain(
      'setCACertBundle',
    );
  },
);

test('[DEV-4] the sketch ends a glow by its uptime too, counted from the message', () => {
  expect(sketch).toContain('received.receivedAt = millis();');
  expect(sketch).toContain('hasEnded(look, time(nullptr), millis())');
});

test('[DEV-4] a connection that was closed is joined again after a random wait, and as the server’s end of a feed says', () => {
  expect(sketch).toContain('if (joined) lost(tealight::rejoinMs(failures, esp_random()));');
  expect(sketch).toMatch(/"removed"\)\) \{\n.*wrongCode\(\);\n.*WRONG_CODE_MS/);
  expect(sketch).toContain('reason.startsWith("crowded") ? CROWDED_MS');
});

test('[DEV-4] the page that asks for the Wi-Fi ends, and never shows the code', () => {
  expect(sketch).toContain('portal.setConfigPortalTimeout(PORTAL_S)');
  expect(sketch).not.toMatch(/WiFiManagerParameter typed\([^;]*memory/);
});

test('[DEV-4] the sketch checks the server’s certificate', () => {
  expect(sketch).not.toContain('setInsecure');
  expect(sketch).toMatch(/tls\.setCACertBundle\(\w+, \w+ - \w+\)/);
});
