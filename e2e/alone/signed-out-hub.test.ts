import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { browserHubPath, signOut } from '@tealight/contract';
import { expect, test } from 'vitest';
import { send, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { realProcess } from '../support/real-process.ts';

/** Checked every 0.7 s; the rest allows for a slow machine. */
const ENDS_WITHIN_MS = 8000;

test('[HUB-4] signing out ends the connections to the remote browser that were opened with its token', async () => {
  await using tealight = await realProcess();
  const { token } = await wearerOf(tealight.url);
  const hub = new HubConnectionBuilder()
    .withUrl(tealight.url + browserHubPath, {
      accessTokenFactory: () => token,
      transport: HttpTransportType.WebSockets,
    })
    .configureLogging(LogLevel.None)
    .build();
  const closed = new Promise<number>((resolve) => hub.onclose(() => resolve(performance.now())));
  await hub.start();
  // It stays open until someone signs out.
  await new Promise((resume) => setTimeout(resume, 1000));
  expect(hub.state).toBe('Connected');
  await send(tealight.url + signOut.path, {}, token);
  const signedOut = performance.now();
  expect((await closed) - signedOut).toBeLessThan(ENDS_WITHIN_MS);
});
