import type { AlarmKind, AlarmReason, SourceDelay } from '@tealight/glucose';
import type { Log } from '../shared/log.ts';
import type { Store } from '../store/store.ts';

type Addressee = { firstName: string };
type RenderedMail = { subject: string; text: string; html: string };

/** The emails about alarms (ALM-41). */
export type AlarmMails = {
  missingData(to: Addressee, about: { wearer: string; since: number; link: string }): RenderedMail;
  channelGone(to: Addressee, about: { channel: string; link: string }): RenderedMail;
  channelsSilent(to: Addressee, about: { link: string }): RenderedMail;
  weekly(to: Addressee, about: WeeklyReport & { link: string }): RenderedMail;
};

/** What the alarms of a week were, and whether channels were reached. */
export type WeeklyReport = {
  wearers: readonly {
    name: string;
    isOn: boolean;
    /** By the name of the kind, the worst first. */
    counts: readonly { kind: string; alarms: number }[];
    seen: number;
  }[];
  channels: readonly { name: string; isReached: boolean }[];
};

/** What deciding about alarms needs. */
export type AlarmDependencies = {
  store: Store;
  /** The delay of a connected source, by its name. */
  delayOf(source: string): SourceDelay;
  /** Whether this source is a vendor's, whose outage is everybody's, and not a wearer's own site. */
  isVendor(source: string): boolean;
  /** Counts what was decided. */
  count(kind: AlarmKind, reason: AlarmReason): void;
  mails: Pick<AlarmMails, 'missingData'>;
  /** The base of links, without a trailing slash. */
  publicUrl: string;
  /** Called when messages may be due. */
  onDecided(): void;
  /** This node, in leases. */
  node: string;
  now: () => number;
  log: Log;
};
