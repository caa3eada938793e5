import { greetingFor } from './greeting.ts';
import { mailText } from './text.ts';

/** The texts of an email. Paragraphs are plain text. */
export type MailContent = {
  subject: string;
  /** As the person entered it. The greeting leaves out what is not a name, such as a link. */
  name: string;
  paragraphs: readonly string[];
  button?: { label: string; href: string };
  paragraphsAfter?: readonly string[];
};
/** The person to whom an email is addressed, by the first name. */
export type Recipient = { firstName: string };
/** A rendered email; the address that it is sent to is added later. */
export type RenderedMail = { subject: string; text: string; html: string };

/** Renders the same content as plain text and as HTML. */
export function renderMail({
  subject,
  name,
  paragraphs,
  button,
  paragraphsAfter = [],
}: MailContent): RenderedMail {
  const greeting = greetingFor(name);
  const { sender, layout } = mailText;
  const linkText = button === undefined ? [] : [layout.link({ label: button.label, address: button.href })];
  const footer = [sender, `-- \n${layout.notForTreatment}`];
  const text = [greeting, ...paragraphs, ...linkText, ...paragraphsAfter, ...footer].join('\n\n');
  return {
    subject,
    text: `${text}\n`,
    html: renderHtml(subject, { greeting, paragraphs, button, paragraphsAfter }),
  };
}

/** The same, greeting a person by the first name. */
export const renderMailFor = ({ firstName }: Recipient, content: Omit<MailContent, 'name'>): RenderedMail =>
  renderMail({ name: firstName, ...content });

type HtmlContent = {
  greeting: string;
  paragraphs: readonly string[];
  button: MailContent['button'];
  paragraphsAfter: readonly string[];
};

function renderHtml(title: string, { greeting, paragraphs, button, paragraphsAfter }: HtmlContent): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  return `<!doctype html>
<html lang="${new Intl.Locale(mailText.locale).language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="background:#f1f5f5;margin:0;padding:24px;font-family:Poppins,system-ui,sans-serif;font-size:16px;line-height:1.5;color:#1b2a30">
<div style="background:#ffffff;border-radius:16px;margin:0 auto;max-width:520px;padding:32px">
<p style="color:#087f5b;font-size:20px;font-weight:600;margin:0 0 24px">${escapeHtml(mailText.sender)}</p>
${paragraph(greeting)}
${paragraphs.map(paragraph).join('\n')}
${button === undefined ? '' : renderButton(button)}
${paragraphsAfter.map(paragraph).join('\n')}
<p style="border-top:1px solid #dde5e5;color:#5c6b73;font-size:13px;margin:24px 0 0;padding-top:16px">${escapeHtml(mailText.layout.notForTreatment)}</p>
</div></body></html>
`;
}

/** A button, and its address to open where a button does not work. */
function renderButton({ label, href }: NonNullable<MailContent['button']>): string {
  const address = escapeHtml(href);
  const link = `<a href="${address}" style="color:#087f5b;word-break:break-all">${address}</a>`;
  const orOpen = escapeHtml(mailText.layout.orOpenAddress({ address: href })).replace(address, () => link);
  return `<p style="margin:24px 0"><a href="${address}" style="background:#087f5b;border-radius:8px;color:#ffffff;display:inline-block;font-weight:600;padding:12px 20px;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="color:#5c6b73;font-size:13px;margin:0 0 16px">${orOpen}</p>`;
}

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character);

/** A date and time as emails show it: in UTC, which is named, since the reader's time zone is not known. */
export function dateTimeText(at: number): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return mailText.layout.utc({ dateTime: new Intl.DateTimeFormat(mailText.locale, format).format(at) });
}
