import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { browserHubPath, changeDevice, liveDevices } from '@tealight/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { send } from '../../simulators/fixtures/wearer.ts';
import { postgresAnswers } from '../browser/support/database.ts';
import { balancer } from '../support/balancer.ts';
import { eventLamp } from '../support/sse-lamp.ts';
import { twoNodes } from '../support/two-nodes.ts';

const onPostgres = test.runIf(await postgresAnswers());

onPostgres(
  '[HUB-1] [OPS-2] a remote browser session that one node negotiated can connect to another',
  async () => {
    await using nodes = await twoNodes();
    const { one, other, ada } = nodes;
    await using way = await balancer([one.url, other.url]);
    for (let time = 0; time < 4; time += 1) {
      const hub = new HubConnectionBuilder()
        .withUrl(way.url + browserHubPath, {
          accessTokenFactory: () => ada.token,
          transport: HttpTransportType.WebSockets,
        })
        .configureLogging(LogLevel.None)
        .build();
      await hub.start();
      expect(hub.state).toBe('Connected');
      await hub.stop();
    }
    const negotiated = await fetch(`${one.url}${browserHubPath}/negotiate?negotiateVersion=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}` },
    });
    const { connectionToken } = (await negotiated.json()) as { connectionToken: string };
    const upgrade = async (token: string) => {
      const address = `${other.url}${browserHubPath}?id=${connectionToken}&access_token=${token}`;
      const socket = new WebSocket(address.replace('http', 'ws'));
      const opened = new Promise((resolve) => {
        socket.onopen = () => resolve(true);
        socket.onerror = () => resolve(false);
      });
      onTestFinished(() => socket.close());
      return opened;
    };
    expect(await upgrade(ada.token)).toBe(true);
    expect(await upgrade('nobody')).toBe(false);
  },
);

onPostgres('[DEV-1] [OPS-2] a device that one node mutes is dark at once at the other', async () => {
  await using nodes = await twoNodes();
  const { one, other, ada, code } = nodes;
  const glows: number[] = [];
  const glowed = (message: string) => {
    if ('brightness' in JSON.parse(message)) glows.push(JSON.parse(message).brightness);
  };
  const lamp = eventLamp({ url: other.url, code, id: 'bedside', glowed });
  onTestFinished(lamp.close);
  await vi.waitFor(() => expect(glows.at(-1)).toBeGreaterThan(0));
  for (const muted of [true, false]) {
    // The device is stored a moment after it has connected.
    await vi.waitFor(() => send(one.url + changeDevice.path, { id: 'bedside', muted }, ada.token));
    await vi.waitFor(() => expect(glows.at(-1) === 0).toBe(muted), { timeout: 10_000 });
  }
});

onPostgres('[DEV-1] [OPS-2] each node counts the devices of all', async () => {
  await using nodes = await twoNodes();
  const { one, other, ada, code } = nodes;
  const count = async (url: string) => {
    const headers = { authorization: `Bearer ${ada.token}` };
    return ((await (await fetch(url + liveDevices.path, { headers })).json()) as { liveDevices: number })
      .liveDevices;
  };
  const counts = async () => [await count(one.url), await count(other.url)];
  const lamps = [one, other].map(({ url }, index) =>
    eventLamp({ url, code, id: `lamp-${index}`, glowed: () => {} }),
  );
  for (const lamp of lamps) onTestFinished(lamp.close);
  await vi.waitFor(async () => expect(await counts()).toEqual([2, 2]));
  lamps[1]?.close();
  await vi.waitFor(async () => expect(await counts()).toEqual([1, 1]));
});
