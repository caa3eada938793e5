import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cpp } from '../compiler.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Compiles the lamp's own header with a program, runs it, and returns its output by line. */
function printed(body: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'tealight-lamp-'));
  try {
    const file = join(folder, 'try.cpp');
    writeFileSync(
      file,
      `#include <cstdio>\n#include <initializer_list>\n#include "glow.h"\nusing namespace tealight;\nint main() {\n${body}\n}\n`,
    );
    const program = join(folder, 'try');
    execFileSync(cpp ?? '', ['-std=c++17', '-Wall', '-Wextra', '-Werror', `-I${here}`, file, '-o', program]);
    return execFileSync(program, { encoding: 'utf8' }).trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.skipIf(cpp === null)('[DEV-4] the lamp reads a color, and passes over what is none', () => {
  const lines = printed(`
    for (const char *text : {"#2fbf71", "#FFFFFF", "2fbf71", "#2fbf7", "#2fbfxx", "red"}) {
      Look look;
      look.red = look.green = look.blue = 1;
      const bool read = readColor(text, look);
      printf("%d %d %d %d\\n", read, look.red, look.green, look.blue);
    }
    Look look;
    printf("%d\\n", readColor(nullptr, look));`);
  expect(lines).toEqual(['1 47 191 113', '1 255 255 255', '0 1 1 1', '0 1 1 1', '0 1 1 1', '0 1 1 1', '0']);
});

test.skipIf(cpp === null)(
  '[DEV-4] the lamp reads moments as the server writes them, and turns white in time',
  () => {
    const moments = ['2026-11-20T10:20:00.000Z', '2000-02-29T23:59:59Z', '1970-01-01T00:00:00Z'];
    const lines = printed(`
    ${moments.map((moment) => `printf("%lld\\n", (long long)readMoment("${moment}"));`).join('\n')}
    printf("%lld %lld\\n", (long long)readMoment("soon"), (long long)readMoment(nullptr));
    Look look;
    look.validUntil = 100;
    printf("%d %d %d\\n", hasEnded(look, 99, 0), hasEnded(look, 100, 0), hasEnded(noData(), 1000000, 0));
    printf("%.1f %.1f\\n", noData().brightness, wrongCode().brightness);`);
    expect(lines).toEqual([
      ...moments.map((moment) => String(Date.parse(moment) / 1000)),
      '0 0',
      '0 1 0',
      '0.3 0.0',
    ]);
  },
);

test.skipIf(cpp === null)(
  '[DEV-4] without a clock the lamp turns white 17 minutes after the last message, also when uptime wraps',
  () => {
    const lines = printed(`
    Look look;
    look.validUntil = 1795170000;
    for (const uint32_t start : {5000u, 4294967295u - 60000u}) {
      look.receivedAt = start;
      const uint32_t end = start + 17 * 60 * 1000;
      printf("%d %d\\n", hasEnded(look, 3, end - 1), hasEnded(look, 3, end));
    }
    printf("%d\\n", hasEnded(noData(), 3, 4000000000u));`);
    expect(lines).toEqual(['0 1', '0 1', '0']);
  },
);

test.skipIf(cpp === null)('[COL-4] [ALM-40] the lamp breathes at most once a second, never to black', () => {
  const [low = '', high = '', urgent = '', important = '', minor = '', steady = ''] = printed(`
    for (int moving : {1, 2, 3, 4, 5, 0}) {
      for (int at = 0; at < 12000; at += 10) printf("%.3f ", strengthAt(moving, at));
      printf("\\n");
    }`);
  for (const [line, breaths] of [
    [low, 8],
    [high, 4],
    [urgent, 10],
    [important, 9],
    [minor, 3],
  ] as const) {
    const values = line.trim().split(' ').map(Number);
    const dips = values.filter((value, index) => value < 0.5 && (values[index - 1] ?? 1) >= 0.5);
    expect([dips.length, Math.min(...values)]).toEqual([breaths, 0.45]);
  }
  expect(new Set(steady.trim().split(' '))).toEqual(new Set(['1.000']));
});

test.skipIf(cpp === null)('[ALM-45] the lamp tells how urgent an alarm is by its rhythm', () => {
  const kinds = ['urgent-low', 'urgent-low-soon', 'low', 'no-data', 'falling-fast', 'urgent-high', 'high'];
  const lines = printed(kinds.map((kind) => `printf("%d\\n", alarmMoving("${kind}"));`).join('\n'));
  expect(lines.map(Number)).toEqual([3, 3, 4, 4, 5, 5, 5]);
});

test.skipIf(cpp === null)('[DEV-4] the lamp comes back at a random moment, later after each failure', () => {
  const lines = printed(`
    for (unsigned failures : {0u, 3u, 9u}) {
      printf("%u %u\\n", rejoinMs(failures, 0), rejoinMs(failures, 4294967295u));
    }`);
  const spans = lines.map((line) => line.split(' ').map(Number) as [number, number]);
  expect(spans.map(([least]) => least)).toEqual([1000, 1000, 1000]);
  for (const [index, most] of [3000, 17_000, 31_000].entries()) {
    expect(spans[index]?.[1]).toBeGreaterThan(1000);
    expect(spans[index]?.[1]).toBeLessThan(most);
  }
});
