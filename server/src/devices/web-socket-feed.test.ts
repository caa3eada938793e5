import { GlowMessage, SLOW_DOWN_CLOSE, showCode, WRONG_CODE_CLOSE } from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { lampAt, openHouse } from '../../test/house.ts';

const soon = { timeout: 4000 };

describe('[DEV-2] a lamp on a WebSocket', () => {
  eachEngine((open) => {
    test('is told the glow at once, and every new reading as it is kept', async () => {
      await using house = await openHouse(await open());
      await house.keep(112, 60_000);
      const lamp = lampAt(house, { query: { code: await house.code(), id: 'bed', kind: 'lamp' } });
      await vi.waitFor(() => expect(lamp.told.length).toBe(1), soon);
      expect(GlowMessage.parse(lamp.told[0])).toMatchObject({ value: 112, unit: 'mg/dL', zone: 'in-range' });
      await house.keep(60);
      await vi.waitFor(() => expect(lamp.told.at(-1)).toMatchObject({ value: 60, zone: 'low' }), soon);
      expect(lamp.told.length).toBe(2);
    });

    test('comes in by query, by first message or by bearer token, however the code is typed', async () => {
      await using house = await openHouse(await open());
      await house.keep(112);
      const code = await house.code();
      const lamps = [
        lampAt(house, { query: { code: showCode(code).toUpperCase() } }),
        lampAt(house, { first: { code: ` ${showCode(code)} `, id: 'desk', kind: 'lamp', name: 'Desk' } }),
        lampAt(house, { bearer: code }),
      ];
      for (const lamp of lamps) await vi.waitFor(() => expect(lamp.told[0]?.value).toBe(112), soon);
    });

    test('learns how to come back without all the others', async () => {
      await using house = await openHouse(await open());
      const lamp = lampAt(house, { query: { code: await house.code() } });
      await vi.waitFor(() => expect(lamp.told.length).toBe(1), soon);
      const { rejoinAfterMs = 0, rejoinWithinMs = 0 } = lamp.told[0]?.hint ?? {};
      expect(rejoinAfterMs).toBeGreaterThan(0);
      expect(rejoinWithinMs).toBeLessThanOrEqual(5000);
      await house.keep(90);
      await vi.waitFor(() => expect(lamp.told.length).toBe(2), soon);
      expect(lamp.told[1]?.hint).toBeUndefined();
    });

    test('[DEV-1] a wrong code is refused with a reason the device can show', async () => {
      await using house = await openHouse(await open());
      const lamp = lampAt(house, { query: { code: '00000-00000' } });
      const { code, reason } = await lamp.left;
      expect([code, lamp.told]).toEqual([WRONG_CODE_CLOSE, []]);
      expect(reason).toMatch(/code is not known.*dashboard/);
    });

    test('[DEV-2] the code opens only its own wearer’s glow', async () => {
      const store = await open();
      await using house = await openHouse(store);
      await using other = await openHouse(store);
      const lamp = lampAt(house, { query: { code: await house.code() } });
      await vi.waitFor(() => expect(lamp.told.length).toBe(1), soon);
      await other.keep(250);
      await house.keep(90);
      await vi.waitFor(() => expect(lamp.told.at(-1)?.value).toBe(90), soon);
      expect(lamp.told.map(({ value }) => value)).not.toContain(250);
    });

    test('[DEV-1] whoever guesses is slowed down, and lamps that were right before are not', async () => {
      await using house = await openHouse(await open());
      const right = { query: { code: await house.code() } };
      const known = lampAt(house, right);
      await vi.waitFor(() => expect(known.told.length).toBe(1), soon);
      const guesses = Array.from({ length: 14 }, (_, index) =>
        lampAt(house, { query: { code: `00000-000${String(index).padStart(2, '0')}` } }),
      );
      const closings = await Promise.all(guesses.map(({ left }) => left));
      expect(closings.map(({ code }) => code)).toContain(SLOW_DOWN_CLOSE);
      const last = await lampAt(house, { query: { code: '99999-99999' } }).left;
      expect(last).toMatchObject({ code: SLOW_DOWN_CLOSE, reason: expect.stringMatching(/wait a little/) });
      const again = lampAt(house, right);
      await vi.waitFor(() => expect(again.told.length).toBe(1), soon);
    });
  });
});
