import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { discoveryFor } from '../../server/src/devices/mqtt/home-assistant.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const hasJinja = spawnSync('python3', ['-c', 'import jinja2']).status === 0;
if (!hasJinja)
  process.stderr.write('The blueprint for Home Assistant is not run: Python has no Jinja here.\n');

type Blueprint = { variables: Record<string, string>; actions: object[] };
const input = { tag: '!input', resolve: (name: string) => name };
const blueprint = parse(readFileSync(here('tealight-light.yaml'), 'utf8'), {
  customTags: [input],
}) as Blueprint;

const now = Date.parse('2026-11-27T03:00:00Z') / 1000;
const glow = {
  color: '#e5484d',
  brightness: 0.4,
  flash: true,
  zone: 'low',
  validUntil: '2026-11-27T03:15:00.000Z',
};
type Command = [second: number, action: string, data: Record<string, unknown>];

/** What Home Assistant renders from a template with a message. */
function rendered(template: string, message: object): string {
  const program =
    'import jinja2, json, sys; g = json.load(sys.stdin); print(jinja2.Template(g["template"]).render(value_json=g["message"]))';
  return execFileSync('python3', ['-c', program], {
    input: JSON.stringify({ template, message }),
    encoding: 'utf8',
  });
}

/** The attributes that the announced color sensor has after this message. */
function attributesOf(message: object): Record<string, unknown> {
  const about = {
    wearerId: 1,
    code: 'k7m2qx4w9d',
    unit: 'mg/dL',
    publicUrl: 'https://t.example',
    version: '1',
  };
  const { payload } = discoveryFor(about as Parameters<typeof discoveryFor>[0], 'homeassistant');
  return JSON.parse(rendered(JSON.parse(payload).cmps.color.json_attributes_template, message));
}

/** The commands that the light gets in so many seconds after this message. */
function commands(message: typeof glow & { alarm?: object }, seconds: number): Command[] {
  const given = {
    actions: blueprint.actions,
    variables: blueprint.variables,
    state: message.color,
    attributes: attributesOf(message),
    now,
    seconds,
  };
  return JSON.parse(
    execFileSync('python3', [here('test/run_actions.py')], {
      input: JSON.stringify(given),
      encoding: 'utf8',
    }),
  );
}

/** The seconds at which the light is dimmed, and those at which it is bright again. */
const dimmedAt = (all: readonly Command[]) =>
  all.filter(([, , { brightness_pct }]) => brightness_pct === 18).map(([second]) => second);

test.skipIf(!hasJinja)(
  '[DEV-4] the blueprint shows color and brightness, and dark where the glow is dark',
  () => {
    expect(commands({ ...glow, flash: false }, 60)).toEqual([
      [0, 'light.turn_on', { rgb_color: [229, 72, 77], brightness_pct: 40, transition: 1 }],
    ]);
    expect(commands({ ...glow, brightness: 0 }, 60)).toEqual([[0, 'light.turn_off', { transition: 1 }]]);
  },
);

test.skipIf(!hasJinja)('[DEV-4] the blueprint is white and dim, and steady, when the glow has ended', () => {
  const ended = { ...glow, validUntil: '2026-11-27T02:59:00.000Z', alarm: { kind: 'low', seen: false } };
  expect(commands(ended, 60)).toEqual([
    [0, 'light.turn_on', { rgb_color: [255, 255, 255], brightness_pct: 30, transition: 1 }],
  ]);
});

test.skipIf(!hasJinja).each<[string, object, number[]]>([
  ['low: two pulses', {}, [2, 4, 8, 10]],
  ['high: one long pulse', { zone: 'high' }, [2, 8]],
  ['an urgent low: five pulses', { alarm: { kind: 'urgent-low', seen: false } }, [2, 4, 6, 8, 10]],
  ['no data: three pulses', { flash: false, alarm: { kind: 'no-data', seen: false } }, [2, 4, 6, 10]],
  ['a minor alarm: one pulse', { alarm: { kind: 'high', seen: false } }, [8]],
  ['an alarm that was seen: low', { alarm: { kind: 'urgent-low', seen: true } }, [2, 4, 8, 10]],
])('[DEV-4] [ALM-40] the blueprint shows %s', (_, more, expected) => {
  const all = commands({ ...glow, ...more }, 11);
  expect(dimmedAt(all)).toEqual(expected);
  // At most one flash a second, and never to black.
  expect(Math.min(...all.map(([, , { brightness_pct }]) => Number(brightness_pct)))).toBe(18);
});
