import { readFileSync } from 'node:fs';
import { trends, units, zones } from '@tealight/glucose';
import { expect, test } from 'vitest';
import {
  DeviceHello,
  feedPath,
  GlowMessage,
  glowPath,
  SLOW_DOWN_CLOSE,
  WRONG_CODE_CLOSE,
} from './device-protocol.ts';

const text = readFileSync(new URL('../../../docs/device-protocol.md', import.meta.url), 'utf8');

/** The first cells of the table under a heading, without their backticks. */
function tableUnder(heading: string): string[] {
  const section = text.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  return [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
}

test('[DEV-2] the protocol page names every field of the glow, and no other', () => {
  expect(tableUnder('The glow')).toEqual(Object.keys(GlowMessage.shape));
});

test('[DEV-2] the protocol page’s example is a glow', () => {
  const [, example = ''] = /```json\n([\s\S]+?)```/.exec(text) ?? [];
  expect(GlowMessage.parse(JSON.parse(example))).toEqual(JSON.parse(example));
});

test('[DEV-2] the protocol page names every field of an introduction, and no other', () => {
  expect(tableUnder('Identifying')).toEqual(Object.keys(DeviceHello.shape));
});

test('[DEV-2] the protocol page names every path, close code, zone, unit and trend', () => {
  const words = [feedPath, glowPath, SLOW_DOWN_CLOSE, WRONG_CODE_CLOSE, ...zones, ...units, ...trends];
  expect(words.filter((word) => !text.includes(String(word)))).toEqual([]);
});
