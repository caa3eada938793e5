import { alarmKindInSentence } from '@tealight/contract';
import { eachOnItsOwn, type IncidentLog, openIncident } from '../shared/incident.ts';
import { DAY, MINUTE } from '../shared/time-units.ts';
import type { Store, Stores } from '../store/store.ts';
import type { AlarmMails, WeeklyReport } from './dependencies.ts';

const CHECK_INTERVAL_MS = 5 * MINUTE;

type Dependencies = {
  store: Store;
  mails: Pick<AlarmMails, 'weekly'>;
  publicUrl: string;
  now: () => number;
  log: IncidentLog;
};

/** Emails what the alarms of a week were to those who want that (ALM-41). All nodes check, one of them writes. */
export function openWeeklyMails({ store, mails, publicUrl, now, log }: Dependencies) {
  const incident = openIncident(log, 'weekly-mails-failed');
  const write = (accountId: number): Promise<void> =>
    store.transaction(async (inside) => {
      const account = await inside.accounts.lock(accountId);
      if (account === null) return;
      const chosen = await inside.weeklyMails.take(accountId, now());
      const report = await reportOf(inside, accountId, chosen, now());
      if (report.wearers.length === 0) return;
      const mail = mails.weekly(account, { ...report, link: `${publicUrl}/alarms` });
      await inside.outbox.put({ recipient: account.email, ...mail }, now());
    });
  /** Writes the emails that are due now. */
  const writeDue = async (): Promise<void> => {
    try {
      for (
        let due = await store.weeklyMails.due(now());
        due.length > 0;
        due = await store.weeklyMails.due(now())
      )
        await eachOnItsOwn(due, write);
      incident.worked();
    } catch (err) {
      incident.failed(err);
    }
  };
  const timer = setInterval(() => void writeDue(), CHECK_INTERVAL_MS);
  timer.unref();
  return { writeDue, [Symbol.dispose]: () => clearInterval(timer) };
}

/** About those of the wearers whose alarms still reach the account. */
async function reportOf(
  { alarmRecipients, alarmEpisodes, alarmSettings, alarmChannels, wearers }: Stores,
  accountId: number,
  chosen: readonly number[],
  now: number,
): Promise<WeeklyReport> {
  const recipients = await alarmRecipients.ofWearers(chosen);
  const ids = chosen.filter((id) =>
    recipients.some((one) => one.wearerId === id && one.accountId === accountId),
  );
  const counts = await alarmEpisodes.countsSince(ids, now - 7 * DAY);
  const about = ids.map(async (id) => {
    const [wearer, { isOn }] = await Promise.all([wearers.byId(id), alarmSettings.of(id)]);
    const own = counts.filter(({ wearerId }) => wearerId === id);
    const seen = own.reduce((sum, one) => sum + one.seen, 0);
    const byKind = own.map(({ kind, alarms }) => ({ kind: alarmKindInSentence[kind], alarms }));
    return wearer === null ? [] : [{ name: wearer.name, isOn, counts: byKind, seen }];
  });
  const channels = await alarmChannels.of([accountId]);
  return {
    wearers: (await Promise.all(about)).flat(),
    channels: channels.map(({ name, reachedAt }) => ({ name, isReached: (reachedAt ?? 0) > now - 7 * DAY })),
  };
}
