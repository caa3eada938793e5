import { defaultLamps, type LampSettings, seenAlarm } from '@tealight/contract';
import { alarmKinds } from '@tealight/glucose';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { activeFor, readingsCome, watched } from '../../test/alarms/alarms-on.ts';
import { episodesIn } from '../../test/alarms/episodes.ts';
import { eachEngine } from '../../test/engines.ts';
import { newWearer } from '../../test/wearers.ts';
import { openGlow } from './glow.ts';
import { glowStateOf } from './glow-state.ts';
import type { WearerFacts } from './wearer-facts.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const MINUTE = 60_000;
const NOW = Date.parse('2026-11-20T23:00:00Z');
const on = { ...defaultLamps, alarmRhythm: 'on' } as const;

const facts = (mgdl: number | null, more: Partial<WearerFacts> = {}): WearerFacts => ({
  readings: mgdl === null ? [] : [{ takenAt: NOW, mgdl, trend: 'steady' }],
  range: { unit: 'mg/dL', high: 180, inRange: 110, low: 70 },
  flash: { high: false, low: true },
  palette: 'classic',
  lamps: defaultLamps,
  tryingSince: null,
  alarm: null,
  ...more,
});

describe('[ALM-40] the alarm in the glow', () => {
  test('is absent without one: the message is byte for byte what it was before there were alarms', () => {
    expect(glowStateOf(facts(60), NOW).text).toBe(
      '{"color":"#e82e2e","flash":true,"brightness":1,"zone":"low","stale":false,"value":60,"unit":"mg/dL",' +
        '"text":"60","trend":"steady","delta":null,"time":"2026-11-20T23:00:00.000Z",' +
        '"validUntil":"2026-11-20T23:15:00.000Z"}',
    );
  });

  test('is added to the message, with and without data, and not to a preview', () => {
    const alarm = { kind: 'low', seen: false, snoozedUntil: null } as const;
    const [without, withAlarm] = [glowStateOf(facts(60), NOW), glowStateOf(facts(60, { alarm }), NOW)];
    expect(withAlarm.glow).toEqual({ ...without.glow, alarm: { kind: 'low', seen: false } });
    const noData = { kind: 'no-data', seen: true } as const;
    expect(glowStateOf(facts(null, { alarm: { ...noData, snoozedUntil: null } }), NOW).glow).toMatchObject({
      stale: true,
      alarm: noData,
    });
    expect(glowStateOf(facts(60, { alarm, tryingSince: NOW }), NOW).glow).not.toHaveProperty('alarm');
  });

  test('[ALM-21] says until when it is silent, and no longer once that is over', () => {
    const alarm = { kind: 'high', seen: true, snoozedUntil: NOW + MINUTE } as const;
    const at = (now: number) => glowStateOf(facts(260, { alarm }), now).glow.alarm;
    const snoozedUntil = new Date(NOW + MINUTE).toISOString();
    expect(at(NOW)).toEqual({ kind: 'high', seen: true, snoozedUntil });
    expect(at(NOW + MINUTE)).toEqual({ kind: 'high', seen: true });
  });

  test('lights a lamp until it is seen, whatever its settings', () => {
    const settings = fc.record({
      dayBrightness: fc.constantFrom(0.05, 1),
      nightBrightness: fc.constantFrom(0.02, 1),
      night: fc.constantFrom(null, { fromMinute: 1320, untilMinute: 420 }),
      inRange: fc.constantFrom<LampSettings['inRange']>('glow', 'dark-at-night', 'dark'),
      alarmWhenMuted: fc.boolean(),
    });
    const mgdl = fc.option(fc.integer({ min: 40, max: 400 }));
    fc.assert(
      fc.property(settings, mgdl, fc.constantFrom(...alarmKinds), (lamps, value, kind) => {
        const shown = { lamps: { ...on, ...lamps }, alarm: { kind, seen: false, snoozedUntil: null } };
        expect(glowStateOf(facts(value, shown), NOW).glow.brightness).toBeGreaterThan(0);
      }),
    );
    const seen = {
      lamps: { ...on, inRange: 'dark' },
      alarm: { kind: 'high', seen: true, snoozedUntil: null },
    } as const;
    expect(glowStateOf(facts(110, seen), NOW).glow.brightness).toBe(0);
  });

  test('reaches muted lamps only for an urgent low that nobody has seen, and only if the wearer wants that', () => {
    const reaches = (alarmWhenMuted: boolean, alarm: WearerFacts['alarm']) =>
      glowStateOf(facts(52, { lamps: { ...on, alarmWhenMuted }, alarm }), NOW).reachesMuted;
    const reaching = alarmKinds.filter((kind) => reaches(true, { kind, seen: false, snoozedUntil: null }));
    expect(reaching).toEqual(['urgent-low']);
    expect(reaches(true, { kind: 'urgent-low', seen: true, snoozedUntil: null })).toBe(false);
    expect(reaches(false, { kind: 'urgent-low', seen: false, snoozedUntil: null })).toBe(false);
    expect(reaches(true, null)).toBe(false);
  });

  eachEngine((open) => {
    test('comes when an alarm begins, changes when somebody has seen it, and goes with its end', async () => {
      const { api, token, wearerId, alarms } = await watched(await open());
      const { store } = api.dependencies;
      await store.lamps.save(wearerId, on);
      const glow = openGlow({ store, changes: store.changes, log: quiet, now: () => api.clock.at });
      const shown: unknown[] = [];
      glow.watchGlow(wearerId, (state) => shown.push(state.glow.alarm ?? null));
      const last = (expected: object | null) => vi.waitFor(() => expect(shown.at(-1)).toEqual(expected));
      await last(null);
      await readingsCome(api, alarms, wearerId, [50]);
      await last({ kind: 'urgent-low', seen: false });
      const [alarm] = (await activeFor(api, { token })).alarms;
      await api.send(seenAlarm, { token, body: { id: alarm?.id } });
      await alarms.evaluateDueNow();
      // Seen is a snooze for the shortest time.
      const snoozedUntil = new Date(api.clock.at + 15 * MINUTE).toISOString();
      await last({ kind: 'urgent-low', seen: true, snoozedUntil });
      for (const mgdl of [70, 90]) {
        api.clock.at += 5 * MINUTE;
        await readingsCome(api, alarms, wearerId, [mgdl]);
      }
      await last(null);
      glow[Symbol.dispose]();
    });

    test('is the worst that nobody has seen, and then the worst; where it is off, none', async () => {
      const store = await open();
      const ada = await newWearer(store);
      const glow = openGlow({ store, changes: store.changes, log: quiet });
      const shown: unknown[] = [];
      glow.watchGlow(ada, (state) => shown.push(state.glow.alarm ?? null));
      const last = (expected: object | null) => vi.waitFor(() => expect(shown.at(-1)).toEqual(expected));
      const { ring, see } = episodesIn(store);
      await ring({ wearerId: ada, kind: 'high' });
      await last(null);
      await store.lamps.save(ada, on);
      store.changes.publish(ada, 'range');
      await last({ kind: 'high', seen: false });
      await ring({ wearerId: ada, kind: 'no-data' });
      await last({ kind: 'no-data', seen: false });
      await see({ wearerId: ada, kind: 'no-data' });
      await last({ kind: 'high', seen: false });
      await see({ wearerId: ada, kind: 'high' });
      await last({ kind: 'no-data', seen: true });
      await store.lamps.save(ada, defaultLamps);
      store.changes.publish(ada, 'range');
      await last(null);
      glow[Symbol.dispose]();
    });
  });
});
