import { GlowMessage, SLOW_DOWN_CLOSE, showCode, WRONG_CODE_CLOSE } from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { lampAt, openTestServer } from '../../../test/device-server.ts';
import { eachEngine } from '../../../test/engines.ts';

describe('[DEV-2] a lamp on a WebSocket', () => {
  eachEngine((open) => {
    test('is sent the glow at once, and every new reading as it is stored', async () => {
      await using testServer = await openTestServer(await open());
      await testServer.keep(112, 60_000);
      const lamp = lampAt(testServer, { query: { code: await testServer.code(), id: 'bed', kind: 'lamp' } });
      await vi.waitFor(() => expect(lamp.received.length).toBe(1));
      expect(GlowMessage.parse(lamp.received[0])).toMatchObject({
        value: 112,
        unit: 'mg/dL',
        zone: 'in-range',
      });
      await testServer.keep(60);
      await vi.waitFor(() => expect(lamp.received.at(-1)).toMatchObject({ value: 60, zone: 'low' }));
      expect(lamp.received.length).toBe(2);
    });

    test('connects with the code in the query, the first message or a bearer token, in any spelling', async () => {
      await using testServer = await openTestServer(await open());
      await testServer.keep(112);
      const code = await testServer.code();
      const lamps = [
        lampAt(testServer, { query: { code: showCode(code).toUpperCase() } }),
        lampAt(testServer, {
          first: { code: ` ${showCode(code)} `, id: 'shelf', kind: 'lamp', name: 'Shelf' },
        }),
        lampAt(testServer, { bearer: code }),
      ];
      for (const lamp of lamps) await vi.waitFor(() => expect(lamp.received[0]?.value).toBe(112));
    });

    test('gets a random delay for reconnecting', async () => {
      await using testServer = await openTestServer(await open());
      const lamp = lampAt(testServer, { query: { code: await testServer.code() } });
      await vi.waitFor(() => expect(lamp.received.length).toBe(1));
      const { rejoinAfterMs = 0, rejoinWithinMs = 0 } = lamp.received[0]?.hint ?? {};
      expect(rejoinAfterMs).toBeGreaterThan(0);
      expect(rejoinWithinMs).toBeLessThanOrEqual(5000);
      await testServer.keep(90);
      await vi.waitFor(() => expect(lamp.received.length).toBe(2));
      expect(lamp.received[1]?.hint).toBeUndefined();
    });

    test('[DEV-1] a wrong code is rejected with a reason the device can show', async () => {
      await using testServer = await openTestServer(await open());
      const lamp = lampAt(testServer, { query: { code: '00000-00000' } });
      const { code, reason } = await lamp.left;
      expect([code, lamp.received]).toEqual([WRONG_CODE_CLOSE, []]);
      expect(reason).toMatch(/Unknown connection code.*dashboard/);
    });

    test('[DEV-2] a code gives access to the glow of its own wearer only', async () => {
      const store = await open();
      await using testServer = await openTestServer(store);
      await using other = await openTestServer(store);
      const lamp = lampAt(testServer, { query: { code: await testServer.code() } });
      await vi.waitFor(() => expect(lamp.received.length).toBe(1));
      await other.keep(250);
      await testServer.keep(90);
      await vi.waitFor(() => expect(lamp.received.at(-1)?.value).toBe(90));
      expect(lamp.received.map(({ value }) => value)).not.toContain(250);
    });

    test('[DEV-1] clients that guess codes are slowed down, and lamps with an accepted code are not', async () => {
      await using testServer = await openTestServer(await open());
      const right = { query: { code: await testServer.code() } };
      const known = lampAt(testServer, right);
      await vi.waitFor(() => expect(known.received.length).toBe(1));
      const guesses = Array.from({ length: 14 }, (_, index) =>
        lampAt(testServer, { query: { code: `00000-000${String(index).padStart(2, '0')}` } }),
      );
      const closings = await Promise.all(guesses.map(({ left }) => left));
      expect(closings.map(({ code }) => code)).toContain(SLOW_DOWN_CLOSE);
      const last = await lampAt(testServer, { query: { code: '99999-99999' } }).left;
      expect(last).toMatchObject({ code: SLOW_DOWN_CLOSE, reason: expect.stringMatching(/wait a moment/) });
      const again = lampAt(testServer, right);
      await vi.waitFor(() => expect(again.received.length).toBe(1));
    });
  });
});
