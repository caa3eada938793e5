import type { Config } from '../config/config.ts';
import { mailText } from '../mail/text.ts';
import { smtpTransport } from '../mail/transport.ts';
import { NOBODY } from '../store/mail/outbox.ts';
import { codeOf, type Finding, findingsOf } from './finding.ts';

const { ok, problem } = findingsOf('mail');

/** Connects to the mail server and signs in; with `recipient` also sends an email. */
export async function checkMail({ mail, publicUrl }: Config, recipient: string | null): Promise<Finding[]> {
  if (mail.smtpUrl === null) return [];
  const domain = new URL(publicUrl ?? 'http://localhost').hostname;
  const sender = { from: mail.from ?? `${mailText.sender} <tealight@${domain}>`, domain };
  const transport = smtpTransport(mail.smtpUrl, sender);
  const text = 'The doctor of Tealight has sent this email to see whether emails arrive.';
  const about = { id: 0, createdAt: Date.now(), subject: 'A test of Tealight', text, html: `<p>${text}</p>` };
  try {
    await transport.deliver({ ...about, recipient: recipient ?? NOBODY });
    return [
      ok(recipient === null ? 'The mail server accepts the login' : 'The mail server has accepted an email'),
    ];
  } catch (error) {
    return [findingOf((error as Error).cause)];
  } finally {
    await transport[Symbol.asyncDispose]();
  }
}

function findingOf(error: unknown): Finding {
  const { responseCode } = (error ?? {}) as { responseCode?: number };
  const code = codeOf(error);
  const reply = responseCode === undefined ? code : `${responseCode}`;
  if (code === 'EAUTH')
    return problem(
      `The mail server rejects the login (${reply})`,
      'Correct the user name and password in SMTP_URL; in a URL, special characters are written as %40 and so on.',
    );
  if (code === 'ETLS' || code === 'ESOCKET')
    return problem(
      `The mail server offers no valid TLS (${reply})`,
      'Use smtps:// with its TLS port, and the name that its certificate is for.',
    );
  if (code === 'EENVELOPE')
    return problem(
      `The mail server rejects sender or recipient (${reply})`,
      'Set MAIL_FROM to an address that this login may send from.',
    );
  return problem(
    `The mail server cannot be reached (${reply})`,
    'Correct host and port in SMTP_URL, and see that a firewall lets this machine through.',
  );
}
