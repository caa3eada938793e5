import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { isLoopbackHost } from '../config/fields.ts';
import { NOBODY } from '../store/mail/outbox.ts';

/** An email with its recipient. */
export type Mail = {
  id: number;
  createdAt: number;
  recipient: string;
  subject: string;
  text: string;
  html: string;
};

/** Delivers an email or throws `Undeliverable`. One to `NOBODY` is not sent, but throws under the same conditions. */
export type MailTransport = { deliver(mail: Mail): Promise<void>; [Symbol.asyncDispose](): Promise<void> };

/** `permanent`: trying again cannot help. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
  readonly permanent: boolean;

  constructor(permanent: boolean, cause: unknown) {
    super(permanent ? 'The mail server refuses this mail' : 'The mail server did not take the mail', {
      cause,
    });
    this.permanent = permanent;
  }
}

/** Nodemailer's codes for a refused sender, recipient or content. */
const aboutMail: readonly string[] = ['EENVELOPE', 'EMESSAGE'];
/** [RFC 4954 §6] */
const SIGN_IN_REQUIRED = 530;

type Sender = { from: string; domain: string };

/** The same for every try of one email, so that a receiver recognizes a duplicate. */
const messageId = ({ id, createdAt }: Mail, domain: string) => `<tealight-${createdAt}-${id}@${domain}>`;

const message = (mail: Mail, { from, domain }: Sender) => ({
  from,
  to: { name: '', address: mail.recipient },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  date: new Date(mail.createdAt),
  messageId: messageId(mail, domain),
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

const SOCKET_TIMEOUT_MS = 20_000;

/** Whether a mail server is on this machine, where nobody can read the connection. */
const isLocal = (url: string): boolean => isLoopbackHost(new URL(url).hostname);

/**
 * Sends to a mail server. nodemailer is loaded with the first email. Emails contain links that give access to accounts,
 * so a server on another machine must offer TLS (`smtps:`, or STARTTLS with `smtp:`) with a valid certificate.
 */
export function smtpTransport(url: string, sender: Sender): MailTransport {
  const nodemailer = lazy(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      pool: true,
      requireTLS: !isLocal(url),
      maxConnections: 2,
      connectionTimeout: SOCKET_TIMEOUT_MS,
      greetingTimeout: SOCKET_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
    });
  });
  return {
    async deliver(mail) {
      const transport = await nodemailer.get();
      try {
        if (mail.recipient === NOBODY) await transport.verify();
        else await transport.sendMail(message(mail, sender));
      } catch (error) {
        // [RFC 5321 §4.2.1] 5yz replies to an envelope or a message are permanent. Those to a connection, a login or a
        // client that did not sign in are about the server, and somebody will repair it.
        const { responseCode = 0, code = '' } = error as { responseCode?: number; code?: string };
        const isAboutMail = aboutMail.includes(code) && responseCode !== SIGN_IN_REQUIRED;
        throw new Undeliverable(responseCode >= 500 && isAboutMail, error);
      }
    },
    async [Symbol.asyncDispose]() {
      (await nodemailer.created())?.close();
    },
  };
}

/** Writes `.eml` files into a folder, for installations without a mail server. */
export function folderTransport(folder: string, sender: Sender): MailTransport {
  const nodemailer = lazy(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  });
  return {
    async deliver(mail) {
      if (mail.recipient === NOBODY) return;
      const transport = await nodemailer.get();
      const { message: eml } = await transport.sendMail(message(mail, sender));
      const name = `${new Date(mail.createdAt).toISOString().replaceAll(':', '-')}-${mail.id}.eml`;
      const file = join(folder, name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${file}.part`, eml as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    async [Symbol.asyncDispose]() {
      (await nodemailer.created())?.close();
    },
  };
}

/** Creates with the first use; after a failure again with the next one. */
function lazy<T>(create: () => Promise<T>) {
  let creating: Promise<T> | null = null;
  return {
    async get(): Promise<T> {
      creating ??= create();
      try {
        return await creating;
      } catch (error) {
        creating = null;
        throw error;
      }
    },
    created: async () => creating?.catch(() => null) ?? null,
  };
}
