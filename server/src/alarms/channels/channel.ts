import type { ChannelAddress, ChannelFailure, ChannelKind } from '@tealight/contract';
import type { AlarmKind, Loudness, Unit } from '@tealight/glucose';

/** What an alarm says to one recipient, the same on every channel. */
export type AlarmMessage = {
  /** Begins with the wearer's name: `Ada: urgent low 52 ↓`, or `Ada needs you` where values are hidden (ALM-30). */
  title: string;
  /** What follows: how old the reading is, and who has not seen the alarm. May be empty. */
  text: string;
  /** Null: a test. */
  alarm: AboutAlarm | null;
  /** 1 is the worst (ALM-1). */
  rank: number;
  loudness: Loudness;
  /** The same for all messages about one family of one wearer, so that a new one replaces the last: 22 characters of base64url. */
  tag: string;
  /** When the message was made, epoch milliseconds. */
  at: number;
  /** After this many seconds it is not worth delivering: the next one is due (ALM-31). */
  ttlSeconds: number;
  /** The page that a tap opens: an absolute address. */
  link: string;
  /** The address for `actOnAlarm` and `alarmShown`, without a trailing slash: `https://…/api/v1/Alarms`. */
  api: string;
  /** Permits the two calls above for this alarm. */
  token: string;
  /** What the buttons say; empty where there is nothing to do, as at the end of an alarm. */
  actions: readonly { action: 'seen' | 'snooze'; label: string }[];
};

/** The alarm of a message, for programs. */
export type AboutAlarm = {
  /** The same from the beginning of the alarm to its end. */
  episode: string;
  wearer: string;
  name: string;
  kind: AlarmKind;
  reason: 'rings' | 'text' | 'seen' | 'ended';
  /** In `unit`. */
  value: number;
  unit: Unit;
  takenAt: number;
};

/** What became of a message. `receipt`: under which the service says whether somebody has seen it. */
export type SendOutcome =
  | { isSent: true; receipt: string | null }
  | {
      isSent: false;
      failure: ChannelFailure;
      /** Whether trying the same message again can help. */
      isFinal: boolean;
      /** As long as the service asks to wait, ms; null: it does not say. */
      waitMs: number | null;
    };

/** The address of a channel of this kind. */
export type AddressOf<K extends ChannelKind> = Extract<ChannelAddress, { kind: K }>;

/**
 * A way to send messages. `send` never rejects: every failure is an outcome, and its `failure` is from the closed list
 * of the contract. No address, key, name or value is ever part of an error or a log line.
 */
export type Channel<Address> = {
  send(address: Address, message: AlarmMessage): Promise<SendOutcome>;
};
