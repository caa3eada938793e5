import { alarmKinds, STALE_AFTER_MS } from '@tealight/glucose';
import { expect, test } from 'vitest';
import { DISCOVERY_PREFIX, discoveryFor } from './home-assistant.ts';

const about = {
  wearerId: 7,
  code: 'k7m2qx4w9d',
  publicUrl: 'https://tealight.example.org',
  version: '1.0.0',
  unit: 'mg/dL' as const,
};
type Component = Record<string, unknown> & { p: string };
const found = (unit: 'mg/dL' | 'mmol/L') => {
  const { topic, payload } = discoveryFor({ ...about, unit }, DISCOVERY_PREFIX);
  const message = JSON.parse(payload) as Record<string, unknown> & { cmps: Record<string, Component> };
  return { topic, message };
};

/** What Home Assistant 2024.12 accepts; it rejects an entity with anything else. Source: its MQTT schemas. */
const taken: Readonly<Record<string, readonly string[]>> = {
  device: ['dev', 'o', 'cmps', 'state_topic'],
  sensor: [
    ...['p', 'unique_id', 'name', 'icon', 'value_template', 'expire_after', 'device_class', 'options'],
    ...['unit_of_measurement', 'state_class', 'suggested_display_precision'],
    ...['json_attributes_topic', 'json_attributes_template'],
  ],
  binary_sensor: ['p', 'unique_id', 'name', 'value_template', 'expire_after', 'device_class'],
  event: ['p', 'unique_id', 'name', 'icon', 'event_types', 'state_topic', 'qos'],
};

test('[DEV-4] everything that is announced matches Home Assistant’s schema', () => {
  const { topic, message } = found('mg/dL');
  expect(topic).toMatch(/^homeassistant\/device\/[\w-]+\/config$/);
  expect(Object.keys(message).filter((name) => !taken.device?.includes(name))).toEqual([]);
  expect(message.o).toMatchObject({ name: 'tealight' });
  for (const component of Object.values(message.cmps)) {
    expect(Object.keys(component).filter((name) => !taken[component.p]?.includes(name))).toEqual([]);
    expect(component.unique_id).toEqual(expect.any(String));
    // An enumeration has neither a unit nor a state class.
    if (component.device_class === 'enum') {
      expect([component.unit_of_measurement, component.state_class]).toEqual([undefined, undefined]);
      expect(component.options).not.toEqual([]);
    }
  }
});

test('[DEV-4] every entity expires when Tealight sends nothing more', () => {
  const entities = Object.values(found('mmol/L').message.cmps).filter(({ p }) => p !== 'event');
  expect(entities).toHaveLength(6);
  for (const component of entities)
    expect([component.name, component.expire_after]).toEqual([component.name, STALE_AFTER_MS / 1000]);
});

/** A template whose only statement is an expression, with the names that the problem sensors use. */
function rendered(template: unknown, message: object): string {
  const [, expression = ''] = /^\{\{ (.*) \}\}$/.exec(String(template)) ?? [];
  const script = expression
    .replace(/(\S+) is defined/g, '($1 !== undefined)')
    .replace(/ and /g, ' && ')
    .replace(/ or /g, ' || ')
    .replace(/not \(/g, '!(')
    .split(' else ')
    .map((branch) => branch.replace(/^(.*?) if (.*)$/, '($2) ? $1 : '));
  return new Function('value_json', 'as_timestamp', 'now', `return ${script.join('')}`)(
    message,
    (time: string | number) => Date.parse(String(time)),
    () => new Date().toISOString(),
  );
}

test('[DEV-4] the problem sensors follow the glow, and stay as they were during a preview', () => {
  const { low, high, no_data } = found('mg/dL').message.cmps;
  const sensors = (message: object) =>
    [low, high, no_data].map((sensor) => rendered(sensor?.value_template, message));
  const validUntil = new Date(Date.now() + 60_000).toISOString();
  const glow = { zone: 'low', stale: false, validUntil };
  expect(sensors(glow)).toEqual(['ON', 'OFF', 'OFF']);
  expect(sensors({ ...glow, zone: 'high' })).toEqual(['OFF', 'ON', 'OFF']);
  expect(sensors({ ...glow, zone: 'in-range' })).toEqual(['OFF', 'OFF', 'OFF']);
  const expired = { ...glow, validUntil: new Date(Date.now() - 1000).toISOString() };
  const noData = { zone: null, stale: true, validUntil: null };
  for (const message of [expired, noData]) expect(sensors(message)).toEqual(['OFF', 'OFF', 'ON']);
  for (const message of [glow, { ...glow, zone: 'high' }, noData])
    expect(sensors({ ...message, trying: true })).toEqual(['', '', '']);
});

test('[ALM-39] alarms are an event of the eight kinds and of their end, on a topic of its own', () => {
  const { alarm } = found('mg/dL').message.cmps;
  expect(alarm).toMatchObject({
    p: 'event',
    state_topic: 'tealight/k7m2qx4w9d/alarm',
    qos: 1,
    event_types: [...alarmKinds, 'ended'],
  });
  expect(alarm).not.toHaveProperty('expire_after');
});

test('[DEV-4] a change of unit announces the same entity again, and converts values in the old unit', () => {
  const [mgdl, mmol] = [found('mg/dL'), found('mmol/L')];
  expect(mmol.topic).toBe(mgdl.topic);
  const [one, other] = [mgdl.message.cmps.glucose, mmol.message.cmps.glucose];
  expect([one?.unique_id, one?.unit_of_measurement]).toEqual([other?.unique_id, 'mg/dL']);
  expect(other?.unit_of_measurement).toBe('mmol/L');
  expect(one?.value_template).toContain("value_json.unit == 'mg/dL' else (value_json.value * 18");
  expect(other?.value_template).toContain("value_json.unit == 'mmol/L' else (value_json.value / 18");
});
