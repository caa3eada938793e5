import { type IncidentLog, openIncident } from '../../shared/incident.ts';
import { DAY, HOUR } from '../../shared/time-units.ts';
import type { Store } from '../../store/store.ts';
import type { AlarmMails } from '../dependencies.ts';

/** ALM-29: after so long without a message or a test, nobody knows whether a channel still works. */
const SILENT_MS = 7 * DAY;

type Dependencies = {
  store: Store;
  mails: Pick<AlarmMails, 'channelsSilent'>;
  publicUrl: string;
  now: () => number;
  log: IncidentLog;
};

/** Emails accounts once whose channels no message has reached for a week. All nodes check, one of them writes. */
export function openSilentChannels({ store, mails, publicUrl, now, log }: Dependencies) {
  const incident = openIncident(log, 'alarm-channel-mails-failed');
  const write = async (accountId: number): Promise<void> =>
    store.transaction(async ({ accounts, alarmChannels, outbox }) => {
      const account = await accounts.lock(accountId);
      if (account === null || !(await alarmChannels.markWarned(accountId, now()))) return;
      const mail = mails.channelsSilent(account, { link: `${publicUrl}/alarms` });
      await outbox.put({ recipient: account.email, ...mail }, now());
    });
  /** Writes the emails that are due now. */
  const writeDue = async (): Promise<void> => {
    try {
      for (const accountId of await store.alarmChannels.silentSince(now() - SILENT_MS))
        await write(accountId);
      incident.worked();
    } catch (err) {
      incident.failed(err);
    }
  };
  const timer = setInterval(() => void writeDue(), HOUR);
  timer.unref();
  return { writeDue, [Symbol.dispose]: () => clearInterval(timer) };
}
