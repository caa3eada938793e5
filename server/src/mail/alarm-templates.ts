import { nameInMail } from './greeting.ts';
import { dateTimeText, type Recipient, type RenderedMail, renderMailFor } from './layout.ts';
import { mailText } from './text.ts';

/** Emails about alarms (ALM-41). Each says what alarms cannot do (ALM-44). */
export const alarmMails = {
  /** `since`: the time of the last reading, epoch ms. */
  missingData(
    to: Recipient,
    { wearer, since, link }: { wearer: string; since: number; link: string },
  ): RenderedMail {
    const { subject, what, next, button } = mailText.missingData;
    const name = nameInMail(wearer);
    return renderMailFor(to, {
      subject: subject({ wearer: name }),
      paragraphs: [what({ wearer: name, since: dateTimeText(since) }), next],
      button: { label: button, href: link },
      paragraphsAfter: [mailText.alarmSafety],
    });
  },
  /** A channel has ended: alarms no longer reach it. */
  channelGone(to: Recipient, { channel, link }: { channel: string; link: string }): RenderedMail {
    const { subject, what, button } = mailText.channelGone;
    return renderMailFor(to, {
      subject,
      paragraphs: [what({ channel })],
      button: { label: button, href: link },
      paragraphsAfter: [mailText.alarmSafety],
    });
  },
  /** No message has reached any channel of the account for a week. */
  channelsSilent(to: Recipient, { link }: { link: string }): RenderedMail {
    const { subject, what, button } = mailText.channelsSilent;
    return renderMailFor(to, {
      subject,
      paragraphs: [what],
      button: { label: button, href: link },
      paragraphsAfter: [mailText.alarmSafety],
    });
  },
  /** What the alarms of the last seven days were. It has no glucose values. */
  weekly(to: Recipient, { wearers, channels, link }: WeeklyReport & { link: string }): RenderedMail {
    const { subject, noEmailRings, button, settings, reached, notReached, noChannel } = mailText.weeklyAlarms;
    const lines = channels.map(({ name, isReached }) =>
      (isReached ? reached : notReached)({ channel: name }),
    );
    return renderMailFor(to, {
      subject,
      paragraphs: [...wearers.map(weekOf), ...(lines.length === 0 ? [noChannel] : lines)],
      button: { label: button, href: link },
      paragraphsAfter: [settings, noEmailRings, mailText.alarmSafety],
    });
  },
};

type WeeklyReport = {
  wearers: readonly WearersWeek[];
  channels: readonly { name: string; isReached: boolean }[];
};
type WearersWeek = {
  name: string;
  isOn: boolean;
  counts: readonly { kind: string; alarms: number }[];
  seen: number;
};

function weekOf({ name, isOn, counts, seen }: WearersWeek): string {
  const { off, none, alarms } = mailText.weeklyAlarms;
  const wearer = nameInMail(name);
  const total = counts.reduce((sum, one) => sum + one.alarms, 0);
  const byKind = counts.map(({ kind, alarms: count }) => `${kind} ${count}`).join(', ');
  const week = total === 0 ? none({ wearer }) : alarms({ wearer, total, byKind, seen });
  return isOn ? week : `${week} ${off}`;
}
