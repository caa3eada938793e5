import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { isLoopbackHost } from '../config-fields.ts';
import { NOBODY } from '../store/outbox.ts';

/** A letter with its envelope, as a mail server takes it. */
export type Mail = {
  id: number;
  createdAt: number;
  recipient: string;
  subject: string;
  text: string;
  html: string;
};

/** Takes a mail or throws, one to `NOBODY` under the same conditions; `permanent` when trying again cannot help. */
export type Post = { deliver(mail: Mail): Promise<void>; [Symbol.asyncDispose](): Promise<void> };

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

type Sender = { from: string; domain: string };

/** The same for every try of one mail, so that a receiver recognises a mail it has had. */
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

const SOCKET_MS = 20_000;

/** Whether a mail server is on this machine: nobody listens on the way there. */
const isNear = (url: string): boolean => isLoopbackHost(new URL(url).hostname);

/**
 * A mail server. nodemailer is loaded with the first mail. Mails hold links that open accounts, so a server elsewhere
 * must offer TLS (`smtps:`, or STARTTLS with `smtp:`), with a certificate that is good for its name.
 */
export function smtpPost(url: string, sender: Sender): Post {
  const opening = once(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      pool: true,
      requireTLS: !isNear(url),
      maxConnections: 2,
      connectionTimeout: SOCKET_MS,
      greetingTimeout: SOCKET_MS,
      socketTimeout: SOCKET_MS,
    });
  });
  return {
    async deliver(mail) {
      const transport = await opening.get();
      try {
        if (mail.recipient === NOBODY) await transport.verify();
        else await transport.sendMail(message(mail, sender));
      } catch (error) {
        // [RFC 5321 §4.2.1] 5yz replies are permanent. About a wrong login, or TLS that is not offered, they say nothing of the mail itself.
        const { responseCode = 0, code } = error as { responseCode?: number; code?: string };
        const isAboutServer = code === 'EAUTH' || code === 'ETLS';
        throw new Undeliverable(responseCode >= 500 && !isAboutServer, error);
      }
    },
    async [Symbol.asyncDispose]() {
      (await opening.made())?.close();
    },
  };
}

/** A folder of `.eml` files, for those without a mail server. */
export function folderPost(folder: string, sender: Sender): Post {
  const opening = once(async () => {
    const { createTransport } = await import('nodemailer');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  });
  return {
    async deliver(mail) {
      if (mail.recipient === NOBODY) return;
      const transport = await opening.get();
      const { message: eml } = await transport.sendMail(message(mail, sender));
      const name = `${new Date(mail.createdAt).toISOString().replaceAll(':', '-')}-${mail.id}.eml`;
      const file = join(folder, name);
      await writeFile(`${file}.part`, eml as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    async [Symbol.asyncDispose]() {
      (await opening.made())?.close();
    },
  };
}

function once<T>(make: () => Promise<T>) {
  let making: Promise<T> | null = null;
  return {
    get: () => {
      making ??= make();
      return making;
    },
    made: async () => (making === null ? null : await making),
  };
}
