import { feedPath } from '@tealight/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { openTestServer } from '../../test/device-server.ts';
import { eachEngine } from '../../test/engines.ts';
import { openEventSource } from '../../test/event-source.ts';

eachEngine((open) => {
  test('[DEV-2] only a device that asks for heartbeats gets them and their interval', async () => {
    await using testServer = await openTestServer(await open());
    const code = await testServer.code();
    const lamp = (hello: object) => {
      const socket = new WebSocket(`ws://127.0.0.1:${testServer.port}${feedPath}`);
      onTestFinished(() => socket.terminate());
      const received: Record<string, unknown>[] = [];
      socket.on('open', () => socket.send(JSON.stringify({ code, ...hello })));
      socket.on('message', (data) => received.push(JSON.parse(String(data)) as Record<string, unknown>));
      return received;
    };
    const [asking, other] = [lamp({ id: 'asking', heartbeat: true }), lamp({ id: 'other' })];
    const { received, close } = await openEventSource(`${testServer.url}${feedPath}?id=events&heartbeat=1`, {
      authorization: `Bearer ${code}`,
    });
    onTestFinished(close);
    await vi.waitFor(() => expect(asking.filter(({ heartbeat }) => heartbeat === true)).toHaveLength(2));
    await vi.waitFor(() => expect(received.events).toContainEqual({ name: 'heartbeat', data: '' }));
    expect(asking[0]).toMatchObject({ hint: { heartbeatMs: 2000 } });
    expect(other).toHaveLength(1);
    expect(other[0]?.hint).toEqual({ rejoinAfterMs: 1000, rejoinWithinMs: 4000 });
  });
});
