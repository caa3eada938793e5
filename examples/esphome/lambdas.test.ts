import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compilerErrors, cpp } from '../compiler.ts';

const yaml = readFileSync(new URL('tealight-lamp.yaml', import.meta.url), 'utf8');
const stub = readFileSync(new URL('stub-esphome.h', import.meta.url), 'utf8');

/** The code of a lambda block, from the line after its key for as long as lines are indented deeper. */
function lambdas(): string[] {
  const lines = yaml.split('\n');
  return lines.flatMap((line, index) => {
    const [, margin] = /^( *)- lambda: \|-$/.exec(line) ?? [];
    if (margin === undefined) return [];
    const rest = lines.slice(index + 1);
    const end = rest.findIndex((one) => one.trim() !== '' && !one.startsWith(`${margin}  `));
    return [rest.slice(0, end === -1 ? undefined : end).join('\n')];
  });
}

/** The lamp with a program of its own around what it does with an answer, and each second. */
function printed(main: string): string {
  const [answered = '', everySecond = '', everyHalfSecond = ''] = lambdas();
  const folder = mkdtempSync(join(tmpdir(), 'tealight-esphome-'));
  try {
    const program = `${stub}
void answered(std::shared_ptr<HttpContainer> response, std::string &body) {\n${answered}\n}
void every_second() {\n${everySecond}\n}
void every_half_second() {\n${everyHalfSecond}\n}
int main() {\n${main}\n}\n`;
    writeFileSync(join(folder, 'lamp.cpp'), program);
    const file = join(folder, 'lamp');
    execFileSync(cpp ?? '', ['-std=gnu++20', '-Wall', '-Werror', join(folder, 'lamp.cpp'), '-o', file]);
    return execFileSync(file, { encoding: 'utf8' }).trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const glow = (more: object) =>
  JSON.stringify(
    JSON.stringify({
      color: '#2fbf71',
      brightness: 0.5,
      flash: true,
      validUntil: '2026-11-20T10:20:00.000Z',
      ...more,
    }),
  );
const until = Date.parse('2026-11-20T10:20:00Z') / 1000;

test.skipIf(cpp === null)('[DEV-4] the ESPHome lamp shows a glow until it ends, and no longer', () => {
  const lines = printed(`
    auto response = std::make_shared<HttpContainer>();
    std::string body = ${glow({})};
    utc_time.now = ${until - 1};
    answered(response, body);
    printf("%lld %d %.2f %.2f\\n", (long long)valid_until, lamp.on, lamp.green, lamp.brightness);
    every_second();
    printf("%d\\n", show_no_data.executed);
    utc_time.now = ${until};
    every_second();
    every_second();
    printf("%d\\n", show_no_data.executed);
    body = ${glow({ brightness: 0, validUntil: null })};
    answered(response, body);
    printf("%lld %d\\n", (long long)valid_until, lamp.on);
    response->status_code = 403;
    answered(response, body);
    printf("%d\\n", wait_s);`);
  expect(lines.split('\n')).toEqual([`${until} 1 0.75 0.50`, '0', '1', '0 0', '300']);
});

test.skipIf(cpp === null)(
  '[DEV-4] without a clock the ESPHome lamp ends a glow 17 minutes after the last message, also when uptime wraps',
  () => {
    const lines = printed(`
    auto response = std::make_shared<HttpContainer>();
    std::string body = ${glow({})};
    utc_time.now = -1;
    uptime_ms = 4294967295u - 60000;
    answered(response, body);
    uptime_ms += 10 * 60000;
    answered(response, body);
    uptime_ms += 17 * 60000 - 1;
    every_second();
    printf("%d\\n", show_no_data.executed);
    uptime_ms += 1;
    every_second();
    every_second();
    printf("%d\\n", show_no_data.executed);
    body = ${glow({ validUntil: null })};
    answered(response, body);
    uptime_ms += 60 * 60000;
    every_second();
    printf("%d\\n", show_no_data.executed);`);
    expect(lines.split('\n')).toEqual(['0', '1', '1']);
  },
);

/** Each of half a second: dimmed or bright. Source: docs/device-protocol.md. */
const pulses = (count: number, rest = 2) => `${'d b '.repeat(count)}${'b '.repeat(rest)}`;

const movements: readonly [string, object, string][] = [
  ['low', { zone: 'low' }, pulses(2)],
  ['high', { zone: 'high' }, 'd d b b b b '],
  ['an urgent low', { zone: 'low', alarm: { kind: 'urgent-low', seen: false } }, pulses(5)],
  ['an urgent low soon', { alarm: { kind: 'urgent-low-soon', seen: false } }, pulses(5)],
  ['an alarm of a low', { alarm: { kind: 'low', seen: false } }, pulses(3)],
  ['no data', { flash: false, alarm: { kind: 'no-data', seen: false } }, pulses(3)],
  ['a minor alarm', { alarm: { kind: 'rising-fast', seen: false } }, pulses(1, 8)],
  ['an alarm that was seen', { zone: 'low', alarm: { kind: 'urgent-low', seen: true } }, pulses(2)],
  ['nothing', { flash: false, zone: 'in-range' }, ''],
];

test.skipIf(cpp === null)(
  '[DEV-4] [ALM-40] the ESPHome lamp shows low, high and each alarm by its rhythm, again and again, until the next glow',
  () => {
    // The same answer again, as it comes every 15 s, does not start the rhythm again.
    const shown = printed(`
    auto response = std::make_shared<HttpContainer>();
    std::string body;
    auto show = [&](const char *text, int halves) {
      body = text;
      answered(response, body);
      for (int half = 0; half < halves; half++) {
        every_half_second();
        printf("%s ", lamp.brightness == 0.5f ? "b" : lamp.brightness == 0.5f * 0.45f ? "d" : "?");
        answered(response, body);
      }
      body = ${glow({ brightness: 0 })};
      answered(response, body);
      every_half_second();
      printf("%d\\n", lamp.on);
    };
    ${movements.map(([, more, rhythm]) => `show(${glow(more)}, ${rhythm.length});`).join('\n')}`);
    const lines = shown.split('\n');
    expect(movements.map(([name], index) => [name, lines[index]])).toEqual(
      movements.map(([name, , rhythm]) => [name, `${rhythm}${rhythm}0`]),
    );
  },
);

test('[DEV-4] the ESPHome lamp is white, not dark, from its start until Tealight answers', () => {
  expect(yaml).toMatch(/^ {2}on_boot:\n {4}priority: 600\n {4}then:\n {6}- script\.execute: show_no_data$/m);
  expect(yaml).toMatch(
    /- id: show_no_data\n {4}then:\n {6}- lambda: id\(movement\)\.clear\(\);\n {6}- light\.turn_on:/,
  );
});

/** What stands at its place in the program that ESPHome makes: each id is a global name there. */
const ids = [...yaml.matchAll(/^\s+(?:- )?id: (\w+)$/gm)].map(([, id = '']) => id);
// Source: `RESERVED_IDS` and `validate_id_name` of ESPHome's config_validation.py, beyond the words of C++ and libc.
const taken = ['App', 'alarm', 'delay', 'loop', 'pinMode', 'setup', 'text', 'uart0', 'uart1', 'uart2'];
const parts = [...yaml.matchAll(/^(?:\s+- platform: )?(\w+):?$/gm)].map(([, name = '']) => name);

const refused = (id: string): boolean =>
  taken.includes(id) ||
  parts.includes(id) ||
  compilerErrors(
    `#include <cmath>\n#include <cstdlib>\n#include <ctime>\n#include <unistd.h>\nint ${id};\n`,
  ) !== '';

test.skipIf(cpp === null)(
  '[DEV-4] no id of the ESPHome lamp is a name that ESPHome or C++ has already',
  () => {
    expect(ids.length).toBeGreaterThan(4);
    expect(ids.filter(refused)).toEqual([]);
    expect(['clock', 'time', 'loop', 'sleep', 'class', 'light'].filter((id) => !refused(id))).toEqual([]);
  },
);
