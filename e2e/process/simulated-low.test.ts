import {
  activeAlarms,
  type ReplyOf,
  readAlarmSettings,
  saveAlarmSettings,
  simulateUrgentLow,
} from '@tealight/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectedWearer, send } from '../../simulators/fixtures/wearer.ts';
import { openPushService } from '../../simulators/push/push-service.ts';
import { alarmSite, subscribeBrowser } from '../support/alarm-site.ts';
import { realProcess } from '../support/real-process.ts';

/** A simulated site in range. One that measures on its own, as that of a demo, is low itself at some hours of the day. */
async function siteInRange(left: AsyncDisposableStack) {
  const site = left.use(await alarmSite());
  await site.measures(120, 60);
  return { ...site, port: new URL(site.login.endpoint).port };
}

const read = async <Reply>(url: string, token: string): Promise<Reply> =>
  (await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json()) as Reply;

test('[ALM-1] an urgent low that is simulated in a demo rings: by the source, the poll, the page and a channel', async () => {
  const left = new AsyncDisposableStack();
  onTestFinished(() => left.disposeAsync());
  const [site, push] = [await siteInRange(left), await openPushService()];
  left.defer(push.close);
  const { url } = left.use(await realProcess({ TRIAL_SOURCE: 'on', SIMULATOR_PORT: site.port }));
  const { token, ...ada } = await connectedWearer(url, site.login);
  await send(url + saveAlarmSettings.path, { isOn: true, hasAccepted: true }, token);
  const endpoint = await subscribeBrowser(url, { ...ada, token }, push);
  const settings = await read<ReplyOf<typeof readAlarmSettings>>(url + readAlarmSettings.path, token);
  expect(settings).toMatchObject({ isOn: true, offer: 'all', isSimulated: true });

  await send(url + simulateUrgentLow.path, {}, token);
  await vi.waitFor(async () => {
    const { wearers } = await read<ReplyOf<typeof activeAlarms>>(url + activeAlarms.path, token);
    expect(wearers[0]?.alarms).toMatchObject([{ kind: 'urgent-low', value: 40, rings: 1 }]);
  });
  const urgentLows = () => push.messages(endpoint).filter(({ text }) => JSON.parse(text ?? '{}').rank === 1);
  await vi.waitFor(() => expect(urgentLows()).toHaveLength(1));
});

test('a site that the server does not know as simulated is never made to report anything', async () => {
  const left = new AsyncDisposableStack();
  onTestFinished(() => left.disposeAsync());
  const [known, other] = [await siteInRange(left), await siteInRange(left)];
  const { url } = left.use(await realProcess({ TRIAL_SOURCE: 'on', SIMULATOR_PORT: known.port }));
  const { token } = await connectedWearer(url, other.login);
  await expect(send(url + simulateUrgentLow.path, {}, token)).rejects.toThrow(/409.*not-offered/);
});
