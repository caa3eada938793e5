import { join } from 'node:path';
import { openMailFolderCleanup } from './folder-cleanup.ts';
import { type MailOutcome, type MailQueue, type MailSender, openMailSender } from './sender.ts';
import { mailText } from './text.ts';
import { folderTransport, type MailTransport, smtpTransport } from './transport.ts';

type MailLog = { info(line: object): void; warn(line: object): void; error(line: object): void };

export type MailOptions = {
  /** Null: emails are written as files. */
  smtpUrl: string | null;
  from: string | null;
  dataDir: string;
  publicUrl: string;
};

export type MailService = AsyncDisposable & {
  /** Sends the outbox now, after an email was added to it. */
  flushOutbox: MailSender['flushOutbox'];
  /** Sends at once, without the outbox in the database. Throws when the mail server does not accept it. */
  deliver: MailTransport['deliver'];
  /** The folder of the email files; null with a mail server. */
  outboxFolder: string | null;
};

/** Sends the emails of the outbox to a mail server or into a folder. */
export function openMail(
  { smtpUrl, from, dataDir, publicUrl }: MailOptions,
  dependencies: {
    outbox: MailQueue;
    now: () => number;
    /** The clock by which files are dated; `now` by default. */
    fileNow?: () => number;
    log: MailLog;
    count?: (outcome: MailOutcome) => void;
  },
): MailService {
  const domain = new URL(publicUrl).hostname;
  const sender = { from: from ?? `${mailText.sender} <tealight@${domain}>`, domain };
  const folder = join(dataDir, 'outbox');
  const transport = smtpUrl === null ? folderTransport(folder, sender) : smtpTransport(smtpUrl, sender);
  const cleanup =
    smtpUrl === null ? openMailFolderCleanup(folder, dependencies.fileNow ?? dependencies.now) : null;
  const mailSender = openMailSender({ ...dependencies, transport });
  return {
    flushOutbox: mailSender.flushOutbox,
    deliver: transport.deliver,
    outboxFolder: smtpUrl === null ? folder : null,
    async [Symbol.asyncDispose]() {
      cleanup?.[Symbol.dispose]();
      await mailSender[Symbol.asyncDispose]();
      await transport[Symbol.asyncDispose]();
    },
  };
}
