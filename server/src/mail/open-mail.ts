import { join } from 'node:path';
import { openKeptMailCleanup } from './kept-mails.ts';
import { folderPost, type Post, smtpPost } from './mailbox.ts';
import { type MailSender, type Outbox, openMailSender } from './sender.ts';

type Log = { info(line: object): void; warn(line: object): void; error(line: object): void };

export type MailPlace = {
  /** Null: mails become files. */
  smtpUrl: string | null;
  from: string | null;
  dataDir: string;
  publicUrl: string;
};

export type Mail = AsyncDisposable & {
  /** A letter was written: send it now. */
  knock: MailSender['knock'];
  /** Sends at once, past the outbox, which is in the database. Throws when the mail server does not take it. */
  deliver: Post['deliver'];
  /** Where mails are kept as files; null with a mail server. */
  outboxFolder: string | null;
};

/** Sends what stands in the outbox, to a mail server or into a folder. */
export function openMail(
  { smtpUrl, from, dataDir, publicUrl }: MailPlace,
  parts: { outbox: Outbox; now: () => number; log: Log },
): Mail {
  const domain = new URL(publicUrl).hostname;
  const sender = { from: from ?? `Tealight <tealight@${domain}>`, domain };
  const folder = join(dataDir, 'outbox');
  const post = smtpUrl === null ? folderPost(folder, sender) : smtpPost(smtpUrl, sender);
  const cleanup = smtpUrl === null ? openKeptMailCleanup(folder, parts.now) : null;
  const sending = openMailSender({ ...parts, post });
  return {
    knock: sending.knock,
    deliver: post.deliver,
    outboxFolder: smtpUrl === null ? folder : null,
    async [Symbol.asyncDispose]() {
      cleanup?.[Symbol.dispose]();
      await sending[Symbol.asyncDispose]();
      await post[Symbol.asyncDispose]();
    },
  };
}
