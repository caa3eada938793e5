import { feedPath } from '@tealight/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { eachEngine } from '../../test/engines.ts';
import { openHouse } from '../../test/house.ts';

const soon = { timeout: 15_000 };

eachEngine((open) => {
  test('[DEV-2] a device that asks for heartbeats gets them and is told how often, and no other does', async () => {
    await using house = await openHouse(await open());
    const code = await house.code();
    const lamp = (hello: object) => {
      const socket = new WebSocket(`ws://127.0.0.1:${house.port}${feedPath}`);
      onTestFinished(() => socket.terminate());
      const heard: Record<string, unknown>[] = [];
      socket.on('open', () => socket.send(JSON.stringify({ code, ...hello })));
      socket.on('message', (data) => heard.push(JSON.parse(String(data)) as Record<string, unknown>));
      return heard;
    };
    const [asking, other] = [lamp({ id: 'asking', heartbeat: true }), lamp({ id: 'other' })];
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const headers = { authorization: `Bearer ${code}`, accept: 'text/event-stream' };
    const { body } = await fetch(`${house.url}${feedPath}?id=events&heartbeat=1`, {
      headers,
      signal: stop.signal,
    });
    let events = '';
    void (async () => {
      for await (const piece of body ?? []) events += Buffer.from(piece).toString();
    })().catch(() => {});
    await vi.waitFor(
      () => expect(asking.filter(({ heartbeat }) => heartbeat === true)).toHaveLength(2),
      soon,
    );
    await vi.waitFor(() => expect(events).toContain('event: heartbeat\ndata:\n\n'), soon);
    expect(asking[0]).toMatchObject({ hint: { heartbeatMs: 2000 } });
    expect(other).toHaveLength(1);
    expect(other[0]?.hint).toEqual({ rejoinAfterMs: 1000, rejoinWithinMs: 4000 });
  });
});
