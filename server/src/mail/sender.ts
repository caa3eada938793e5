import { DAY, HOUR, MINUTE, SECOND } from '../times.ts';
import type { Mail, Post } from './mailbox.ts';
import { Undeliverable } from './mailbox.ts';

/** The outbox as the sender sees it. */
export type Outbox = {
  claim(most: number, leaseMs: number, now: number): Promise<(Mail & { tries: number })[]>;
  remove(id: number): Promise<void>;
  postpone(mail: { id: number; tries: number }, nextTryAt: number): Promise<void>;
};

type Log = { info(line: object): void; warn(line: object): void; error(line: object): void };
type Parts = { outbox: Outbox; post: Post; now: () => number; log: Log };

/** Longer than a try can take, so that no other node tries at the same time. */
const LEASE_MS = 5 * MINUTE;
const AT_ONCE = 10;
/** How often the outbox is looked into when nobody knocks: for retries, and for letters of other nodes. */
const LOOK_EVERY_MS = 5 * SECOND;
const FIRST_RETRY_MS = 15 * SECOND;
const LONGEST_RETRY_MS = HOUR;
/** [RFC 5321 §4.5.4.1] give-up time: at least 4 to 5 days. The links inside have long expired; one day is enough. */
const GIVE_UP_MS = DAY;

/** `knock` says that a letter was just written; `idle` waits until nothing due is left. */
export type MailSender = { knock(): void; idle(): Promise<void>; [Symbol.asyncDispose](): Promise<void> };

/** Sends what stands in the outbox, again and again until a server takes it or a day has gone. */
export function openMailSender(parts: Parts): MailSender {
  const accepted = new Set<number>();
  let running: Promise<void> = Promise.resolve();
  let queued = false;
  let closed = false;
  const run = () => {
    if (queued || closed) return;
    queued = true;
    running = running.then(async () => {
      queued = false;
      await sendDue(parts, accepted, () => closed).catch((error) =>
        parts.log.error({ event: 'outbox-stuck', err: error }),
      );
    });
  };
  const timer = setInterval(run, LOOK_EVERY_MS);
  timer.unref();
  run();
  return {
    knock: run,
    idle: () => running,
    async [Symbol.asyncDispose]() {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}

async function sendDue(parts: Parts, accepted: Set<number>, closed: () => boolean): Promise<void> {
  for (;;) {
    const due = closed() ? [] : await parts.outbox.claim(AT_ONCE, LEASE_MS, parts.now());
    if (due.length === 0) return;
    await Promise.all(due.map((mail) => send(mail, parts, accepted)));
  }
}

async function send(mail: Mail & { tries: number }, parts: Parts, accepted: Set<number>): Promise<void> {
  const { outbox, post, now, log } = parts;
  try {
    // A mail that was accepted but could not be struck out is only struck out.
    if (!accepted.has(mail.id)) await post.deliver(mail);
    accepted.add(mail.id);
    await outbox.remove(mail.id);
    accepted.delete(mail.id);
  } catch (error) {
    if (accepted.has(mail.id)) throw error;
    const hopeless = error instanceof Undeliverable && error.permanent;
    if (hopeless || now() - mail.createdAt > GIVE_UP_MS) {
      log.error({ event: 'mail-given-up', id: mail.id, tries: mail.tries, ...replyOf(error) });
      await outbox.remove(mail.id);
    } else {
      if (mail.tries === 1) log.warn({ event: 'mail-delayed', id: mail.id, ...replyOf(error) });
      await outbox.postpone(mail, now() + retryAfter(mail.tries));
    }
  }
}

/** The server's reply code alone: its sentence may quote the recipient. */
function replyOf(error: unknown): { reply?: number; code?: string } {
  const { responseCode, code } = ((error as Error).cause ?? error) as {
    responseCode?: number;
    code?: string;
  };
  return { ...(responseCode !== undefined && { reply: responseCode }), ...(code !== undefined && { code }) };
}

/** 15 s, 30 s, 1 min … up to an hour. */
export const retryAfter = (tries: number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (tries - 1));
