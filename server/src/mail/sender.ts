import { type Incident, openIncident } from '../shared/incident.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../shared/time-units.ts';
import type { Mail, MailTransport } from './transport.ts';
import { Undeliverable } from './transport.ts';

/** The outbox as the sender needs it. */
export type MailQueue = {
  claim(limit: number, leaseMs: number, now: number): Promise<(Mail & { tries: number })[]>;
  remove(id: number): Promise<void>;
  postpone(mail: { id: number; tries: number }, nextTryAt: number): Promise<void>;
  resetFutureTimes(times: { now: number; latest: number }): Promise<void>;
};

type SenderLog = { info(line: object): void; warn(line: object): void; error(line: object): void };
type SenderDependencies = {
  outbox: MailQueue;
  transport: MailTransport;
  now: () => number;
  log: SenderLog;
  /** Counts what becomes of each email, for the metrics. */
  count?: (outcome: MailOutcome) => void;
};

export type MailOutcome = 'sent' | 'delayed' | 'given-up';

/** Longer than a try can take, so that no other node tries at the same time. */
const LEASE_MS = 5 * MINUTE;
const BATCH = 10;
/** How often the outbox is checked without a call of `flushOutbox`: for retries, and for emails of other nodes. */
const CHECK_INTERVAL_MS = 5 * SECOND;
const FIRST_RETRY_MS = 15 * SECOND;
const MAX_RETRY_MS = HOUR;
/** [RFC 5321 §4.5.4.1] says at least 4 to 5 days. The links in the emails expire sooner; one day is enough. */
const GIVE_UP_MS = DAY;
/**
 * An email is not given up before so many tries, however old it is: they take 16 hours. Where the database has no clock
 * of its own, a machine whose clock jumps ahead takes an email for old that it has hardly tried to send.
 */
const GIVE_UP_TRIES = 24;
/** How often times are checked that a clock has set that was ahead, here or at another node. */
const RESET_FUTURE_INTERVAL_MS = MINUTE;
/** No time of the outbox is further in the future; the rest is for nodes whose clocks differ. */
const LATEST_MS = MAX_RETRY_MS + MINUTE;

/** `flushOutbox` sends what is due now; `idle` waits until that is done. */
export type MailSender = {
  flushOutbox(): void;
  idle(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Sends the emails of the outbox; repeats each until the server accepts it, for about a day. */
export function openMailSender(dependencies: SenderDependencies): MailSender {
  const accepted = new Set<number>();
  const incidents = {
    outbox: openIncident(dependencies.log, 'outbox-failed'),
    // The text of a mail server may quote the recipient.
    server: openIncident(dependencies.log, 'mail-delayed', { level: 'warn', logsError: false }),
  };
  let running: Promise<void> = Promise.resolve();
  let isQueued = false;
  let isClosed = false;
  let resetFutureAt = Number.NEGATIVE_INFINITY;
  const resetFutureTimes = async (now: number) => {
    if (now >= resetFutureAt && now < resetFutureAt + RESET_FUTURE_INTERVAL_MS) return;
    await dependencies.outbox.resetFutureTimes({ now, latest: now + LATEST_MS });
    resetFutureAt = now;
  };
  const sendAll = async () => {
    await resetFutureTimes(dependencies.now());
    await sendDue({ ...dependencies, accepted, mailServer: incidents.server }, () => isClosed);
  };
  const run = () => {
    if (isQueued || isClosed) return;
    isQueued = true;
    running = running.then(async () => {
      isQueued = false;
      await sendAll().then(
        () => incidents.outbox.worked(),
        (error: unknown) => incidents.outbox.failed(error),
      );
    });
  };
  const timer = setInterval(run, CHECK_INTERVAL_MS);
  timer.unref();
  run();
  return {
    flushOutbox: run,
    idle: () => running,
    async [Symbol.asyncDispose]() {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };
}

type Sending = SenderDependencies & {
  /** Emails that a server has accepted and that are still in the outbox. */
  accepted: Set<number>;
  /** The incident of a server that takes no emails. */
  mailServer: Incident;
};

async function sendDue(sending: Sending, isClosed: () => boolean): Promise<void> {
  for (;;) {
    const due = isClosed() ? [] : await sending.outbox.claim(BATCH, LEASE_MS, sending.now());
    if (due.length === 0) return;
    await Promise.all(due.map((mail) => send(mail, sending)));
  }
}

async function send(mail: Mail & { tries: number }, sending: Sending): Promise<void> {
  const { outbox, transport, now, log, accepted, mailServer, count = () => {} } = sending;
  try {
    // An email that was accepted but could not be removed is only removed.
    if (!accepted.has(mail.id)) {
      await transport.deliver(mail);
      count('sent');
      mailServer.worked();
    }
    accepted.add(mail.id);
    await outbox.remove(mail.id);
    accepted.delete(mail.id);
  } catch (error) {
    if (accepted.has(mail.id)) throw error;
    const isPermanent = error instanceof Undeliverable && error.permanent;
    const isOld = now() - mail.createdAt > GIVE_UP_MS && mail.tries >= GIVE_UP_TRIES;
    if (isPermanent || isOld) {
      count('given-up');
      log.error({ event: 'mail-given-up', id: mail.id, tries: mail.tries, ...replyOf(error) });
      await outbox.remove(mail.id);
    } else {
      if (mail.tries === 1) count('delayed');
      if (mail.tries === 1) mailServer.failed(error, { id: mail.id, ...replyOf(error) });
      await outbox.postpone(mail, now() + retryAfterMs(mail.tries));
    }
  }
}

/** Only the server's reply code: its text may quote the recipient. */
function replyOf(error: unknown): { reply?: number; code?: string } {
  const { responseCode, code } = ((error as Error).cause ?? error) as {
    responseCode?: number;
    code?: string;
  };
  return { ...(responseCode !== undefined && { reply: responseCode }), ...(code !== undefined && { code }) };
}

/** 15 s, 30 s, 1 min … up to an hour. */
export const retryAfterMs = (tries: number): number =>
  Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (tries - 1));
