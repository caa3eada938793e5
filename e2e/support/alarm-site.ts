import { checkNow, pushKey, saveAlarmChannel, saveAlarmSettings } from '@tealight/contract';
import { connectTo, send, type Wearer, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../../simulators/nightscout/nightscout.ts';
import type { openPushService } from '../../simulators/push/push-service.ts';
import { serve } from '../../simulators/serve.ts';

const SECRET = 'the-secret-of-a-site';

/** A Nightscout site whose readings a test decides. */
export async function alarmSite() {
  // Without readings of its own: a simulated day could ring.
  const handler = nightscoutSite({
    secret: SECRET,
    token: 'reader-0123456789abcdef',
    scenario: 'empty',
  });
  const { url, close } = await serve(handler);
  return {
    login: { endpoint: url, apiSecret: SECRET },
    /** Measures so many mg/dL, taken `secondsAgo`. */
    measures: (sgv: number, secondsAgo = 0) =>
      send(`${url}/__simulator/reading`, { sgv, date: Date.now() - secondsAgo * 1000 }),
    [Symbol.asyncDispose]: () => close(),
  };
}

export type AlarmSite = Awaited<ReturnType<typeof alarmSite>>;

/** A wearer who is connected to the site, whose alarms are on. */
export async function wearerWithAlarms(url: string, site: AlarmSite): Promise<Wearer> {
  const wearer = await wearerOf(url);
  await connectWithAlarms(url, wearer, site);
  return wearer;
}

/** Connects an account to the site, and turns its alarms on. */
export async function connectWithAlarms(url: string, wearer: Wearer, site: AlarmSite): Promise<void> {
  await connectTo(url, wearer, site.login);
  await send(url + saveAlarmSettings.path, { isOn: true, hasAccepted: true }, wearer.token);
}

/** Asks the source now, and does not wait for the answer. */
export const ask = (url: string, { token }: Wearer) => send(url + checkNow.path, {}, token);

/** Subscribes a browser of the push service to the alarms of an account. */
export async function subscribeBrowser(
  url: string,
  { token }: Wearer,
  service: Awaited<ReturnType<typeof openPushService>>,
): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const { key } = (await (await fetch(url + pushKey.path, { headers })).json()) as { key: string };
  const { endpoint, keys } = await service.subscribe(key);
  const address = { kind: 'web-push', endpoint, keys };
  await send(url + saveAlarmChannel.path, { name: 'Phone', hidesValues: false, address }, token);
  return endpoint;
}
