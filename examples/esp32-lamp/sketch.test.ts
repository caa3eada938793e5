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

test('[DEV-4] the sketch checks the server’s certificate', () => {
  expect(sketch).not.toContain('setInsecure');
  expect(sketch).toMatch(/tls\.setCACertBundle\(\w+, \w+ - \w+\)/);
});
