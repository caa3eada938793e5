import { confirmLinkPath, disownPath, resetLinkPath, signInLinkPath } from '@tealight/contract';
import { DAY, HOUR, MINUTE } from '../../shared/time-units.ts';
import { hashOf, newToken } from '../../shared/token.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { LinkPurpose } from '../../store/accounts/links.ts';
import { NOBODY } from '../../store/mail/outbox.ts';
import type { Stores } from '../../store/store.ts';
import type { Dependencies, RenderedMail } from '../dependencies.ts';

/**
 * How long a mailed link works (requirements SUP-9 and RST-4). A sign-in link is its own password: own choice, long
 * enough for a slow mail server.
 */
const worksForMs: Readonly<Record<LinkPurpose, number>> = {
  confirm: DAY,
  reset: HOUR,
  'sign-in': 15 * MINUTE,
};
/** A token after `#` is not sent to the server until the page uses it, so that programs that follow links do not use it up. */
const paths: Readonly<Record<LinkPurpose, string>> = {
  confirm: `${confirmLinkPath}?token=`,
  reset: `${resetLinkPath}?token=`,
  'sign-in': `${signInLinkPath}#`,
};

export type Recipient = Pick<Account, 'id' | 'email' | 'firstName'>;
type MailDependencies = Pick<Dependencies, 'templates' | 'site' | 'now'>;

/** A one-time link for an email. Only its hash is stored. */
async function newLink(
  stores: Stores,
  purpose: LinkPurpose,
  accountId: number,
  { site, now }: MailDependencies,
): Promise<string> {
  const token = newToken();
  await stores.links.add({ hash: hashOf(token), accountId, purpose, expiresAt: now() + worksForMs[purpose] });
  return `${site.publicUrl}${paths[purpose]}${token}`;
}

const put = (stores: Stores, { email: recipient }: Recipient, content: RenderedMail, now: number) =>
  stores.outbox.put({ recipient, ...content }, now);

/** The emails, each queued in the transaction that causes it. */
export const mails = {
  /** Queued in place of the email to an account, so that the outbox does not reveal whether there is one. */
  async nobody({ outbox }: Pick<Stores, 'outbox'>, { now }: Pick<MailDependencies, 'now'>): Promise<void> {
    await outbox.put({ recipient: NOBODY, subject: '', text: '', html: '' }, now());
  },
  async confirm(stores: Stores, to: Recipient, dependencies: MailDependencies): Promise<void> {
    const link = await newLink(stores, 'confirm', to.id, dependencies);
    const notMeLink = `${dependencies.site.publicUrl}${disownPath}#${link.slice(link.lastIndexOf('=') + 1)}`;
    await put(stores, to, dependencies.templates.confirm(to, { link, notMeLink }), dependencies.now());
  },
  async reset(stores: Stores, to: Recipient, dependencies: MailDependencies): Promise<void> {
    const link = await newLink(stores, 'reset', to.id, dependencies);
    await put(stores, to, dependencies.templates.reset(to, { link }), dependencies.now());
  },
  async alreadyRegistered(
    stores: Stores,
    to: Recipient & { confirmed: boolean },
    dependencies: MailDependencies,
  ): Promise<void> {
    const { publicUrl } = dependencies.site;
    const resetLink = to.confirmed
      ? `${publicUrl}/forgot-password`
      : await newLink(stores, 'reset', to.id, dependencies);
    const about = { signInLink: `${publicUrl}/login`, resetLink, confirmed: to.confirmed };
    await put(stores, to, dependencies.templates.alreadyRegistered(to, about), dependencies.now());
  },
  async passwordChanged(stores: Stores, to: Recipient, dependencies: MailDependencies): Promise<void> {
    const about = { at: dependencies.now(), forgotLink: `${dependencies.site.publicUrl}/forgot-password` };
    await put(stores, to, dependencies.templates.passwordChanged(to, about), dependencies.now());
  },
  /** Invalidates the links of earlier emails. */
  async signInLink(stores: Stores, to: Recipient, dependencies: MailDependencies): Promise<void> {
    await stores.links.endAll(to.id, 'sign-in');
    const link = await newLink(stores, 'sign-in', to.id, dependencies);
    await put(stores, to, dependencies.templates.signInLink(to, { link }), dependencies.now());
  },
  async newSignIn(
    stores: Stores,
    to: Recipient & { device: string },
    dependencies: MailDependencies,
  ): Promise<void> {
    const about = {
      at: dependencies.now(),
      device: to.device,
      securityLink: `${dependencies.site.publicUrl}/security`,
    };
    await put(stores, to, dependencies.templates.newSignIn(to, about), dependencies.now());
  },
  async codeRenewed(
    stores: Stores,
    to: Recipient & { device: string },
    dependencies: MailDependencies,
  ): Promise<void> {
    await put(
      stores,
      to,
      dependencies.templates.codeRenewed(to, aboutActivity(to, dependencies)),
      dependencies.now(),
    );
  },
  async exported(
    stores: Stores,
    to: Recipient & { device: string },
    dependencies: MailDependencies,
  ): Promise<void> {
    await put(
      stores,
      to,
      dependencies.templates.exported(to, aboutActivity(to, dependencies)),
      dependencies.now(),
    );
  },
  /** The last email; the account is deleted. */
  async deleted(
    stores: Stores,
    to: Recipient & { device: string },
    dependencies: MailDependencies,
  ): Promise<void> {
    const about = { at: dependencies.now(), device: to.device };
    await put(stores, to, dependencies.templates.deleted(to, about), dependencies.now());
  },
};

const aboutActivity = ({ device }: { device: string }, { site, now }: MailDependencies) => ({
  at: now(),
  device,
  securityLink: `${site.publicUrl}/security`,
});
