import { type AlarmNotification, isOnDuty } from '@tealight/glucose';
import type { Stores } from '../store/store.ts';
import type { AlarmDependencies } from './dependencies.ts';
import type { People } from './record-messages.ts';

/** With the last repeat of missing data comes one email (ALM-1). */
const WITH_REPEAT = 3;

type About = {
  wearerId: number;
  notifications: readonly AlarmNotification[];
  people: People;
} & Pick<AlarmDependencies, 'publicUrl' | 'mails'>;

/**
 * Emails those who are on duty that readings have been missing for long (ALM-41): after that, nothing rings any more.
 * Where nobody is on duty, everybody who wants alarms.
 */
export async function mailMissingData(
  { outbox, wearers }: Stores,
  { wearerId, notifications, people, publicUrl, mails }: About,
  now: number,
): Promise<void> {
  const missing = notifications.find(({ kind, repeat }) => kind === 'no-data' && repeat === WITH_REPEAT);
  const wearer = missing === undefined ? null : await wearers.byId(wearerId);
  if (missing === undefined || wearer === null) return;
  const accounts = people.accountsOf(wearerId).filter(({ settings }) => settings.mildestRank.onDuty > 0);
  const onDuty = accounts.filter(({ settings }) => isOnDuty(settings, now));
  for (const { firstName, email } of onDuty.length > 0 ? onDuty : accounts) {
    const mail = mails.missingData(
      { firstName },
      { wearer: wearer.name, since: missing.takenAt, link: `${publicUrl}/w/${wearer.publicId}/` },
    );
    await outbox.put({ recipient: email, ...mail }, now);
  }
}
