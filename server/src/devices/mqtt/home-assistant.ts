import { createHash } from 'node:crypto';
import { alarmKinds, MGDL_PER_MMOL, STALE_AFTER_MS, trends, type Unit } from '@tealight/glucose';
import { SECOND } from '../../shared/time-units.ts';
import type { Retained } from './built-in/broker.ts';
import { alarmTopic, glowTopic } from './topics.ts';

/** Where Home Assistant looks for devices by default. Source: its MQTT integration, "discovery prefix". */
export const DISCOVERY_PREFIX = 'homeassistant';
/** Home Assistant announces on this topic that it has started and needs the discovery messages again. */
export const homeStatusTopic = `${DISCOVERY_PREFIX}/status`;

export type DiscoveryInput = {
  wearerId: number;
  code: string;
  unit: Unit;
  /** Tealight's public address, without a trailing slash. */
  publicUrl: string;
  version: string;
};

/** A Jinja expression, true while the retained message has not expired: after a restart Home Assistant treats an old one as new. */
const currentTemplate = 'value_json.validUntil and as_timestamp(value_json.validUntil) > as_timestamp(now())';

/** A Jinja expression, true during a preview of the lamps: a binary sensor whose template is empty ignores the message. */
const previewTemplate = 'value_json.trying is defined';

/** A Jinja expression: the kind of the alarm that lights flash, until somebody has seen it; else none. */
const alarmTemplate =
  'value_json.alarm.kind if value_json.alarm is defined and not value_json.alarm.seen else None';

/**
 * The discovery message for the entities of a wearer: glucose, trend, color, and binary sensors for low, high and no
 * current data, which all read the one glow topic; and the event of alarms, which has a topic of its own (ALM-39).
 *
 * Source  Home Assistant, "MQTT discovery", device form, with its abbreviated names (`dev` is device, `cmps` components). Home Assistant 2024.12 was the first to support it, and to
 *         know blood glucose.
 */
export function discoveryFor(about: DiscoveryInput, prefix: string): Retained {
  const id = deviceIdOf(about.wearerId, about.publicUrl);
  return {
    topic: `${prefix}/device/${id}/config`,
    payload: JSON.stringify({
      dev: {
        ids: [id],
        name: 'Tealight',
        mf: 'Tealight',
        mdl: 'Glucose glow',
        sw: about.version,
        cu: about.publicUrl,
      },
      o: { name: 'tealight', sw: about.version, url: about.publicUrl },
      state_topic: glowTopic(about.code),
      cmps: components(id, about),
    }),
  };
}

/** Stays the same when the code is replaced, and is unique to this Tealight. */
function deviceIdOf(wearerId: number, publicUrl: string): string {
  const hash = createHash('sha256').update(`${publicUrl} ${wearerId}`).digest('hex');
  return `tealight_${hash.slice(0, 12)}`;
}

/**
 * An entity without an update expires when a reading would: it then becomes unavailable, so that a
 * Tealight or a broker that is down leaves no old number on screen.
 */
const expires = { expire_after: STALE_AFTER_MS / SECOND };

/**
 * A Jinja expression: the glucose in the announced unit, whichever unit the message has: a wearer may change the unit before
 * Home Assistant has read the new discovery message.
 */
const glucoseTemplate = (unit: Unit): string =>
  unit === 'mg/dL'
    ? `(value_json.value if value_json.unit == 'mg/dL' else (value_json.value * ${MGDL_PER_MMOL}) | round(0) | int)`
    : `(value_json.value if value_json.unit == 'mmol/L' else (value_json.value / ${MGDL_PER_MMOL}) | round(1))`;

function components(id: string, { unit, code }: DiscoveryInput): Record<string, Record<string, unknown>> {
  const entity = (name: string, more: Record<string, unknown>) => ({
    unique_id: `${id}_${name.toLowerCase().replaceAll(' ', '_')}`,
    name,
    ...more,
  });
  const sensor = (name: string, value: string, more: Record<string, unknown>) =>
    entity(name, {
      p: 'sensor',
      value_template: `{{ ${value} if ${currentTemplate} else None }}`,
      ...expires,
      ...more,
    });
  const problem = (name: string, test: string) =>
    entity(name, {
      p: 'binary_sensor',
      device_class: 'problem',
      value_template: `{{ '' if ${previewTemplate} else 'ON' if ${test} else 'OFF' }}`,
      ...expires,
    });
  return {
    glucose: sensor('Glucose', glucoseTemplate(unit), {
      device_class: 'blood_glucose_concentration',
      unit_of_measurement: unit,
      state_class: 'measurement',
      suggested_display_precision: unit === 'mg/dL' ? 0 : 1,
    }),
    trend: sensor('Trend', 'value_json.trend', { device_class: 'enum', options: [...trends] }),
    color: entity('Color', {
      p: 'sensor',
      icon: 'mdi:palette',
      value_template: '{{ value_json.color }}',
      ...expires,
      json_attributes_topic: glowTopic(code),
      json_attributes_template: `{{ {'brightness': value_json.brightness, 'flash': value_json.flash, 'zone': value_json.zone, 'alarm': ${alarmTemplate}, 'valid_until': value_json.validUntil} | tojson }}`,
    }),
    low: problem('Low', `value_json.zone == 'low' and (${currentTemplate})`),
    high: problem('High', `value_json.zone == 'high' and (${currentTemplate})`),
    alarm: entity('Alarm', {
      p: 'event',
      icon: 'mdi:bell-ring',
      event_types: [...alarmKinds, 'ended'],
      state_topic: alarmTopic(code),
      qos: 1,
    }),
    no_data: problem('No current data', `value_json.stale or not (${currentTemplate})`),
  };
}
