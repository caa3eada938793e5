import { greetingFor } from './greeting.ts';

/** A letter's words, before they are put on paper. Paragraphs are plain text. */
export type Words = {
  subject: string;
  /** As the person typed it; what is no name is left out. */
  name: string;
  paragraphs: readonly string[];
  button?: { label: string; href: string };
  after?: readonly string[];
};
/** A letter without its envelope. */
export type Written = { subject: string; text: string; html: string };

const notForTreatment = 'Tealight is no medical device. Never decide about treatment by its colours.';

/** The same words as plain text and as HTML. */
export function write({ subject, name, paragraphs, button, after = [] }: Words): Written {
  const greeting = greetingFor(name);
  const link = button === undefined ? [] : [`${button.label}:\n${button.href}`];
  const text = [greeting, ...paragraphs, ...link, ...after, 'Tealight', `-- \n${notForTreatment}`].join(
    '\n\n',
  );
  return { subject, text: `${text}\n`, html: page(subject, { greeting, paragraphs, button, after }) };
}

type Body = {
  greeting: string;
  paragraphs: readonly string[];
  button: Words['button'];
  after: readonly string[];
};

function page(title: string, { greeting, paragraphs, button, after }: Body): string {
  const say = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`;
  const press =
    button === undefined
      ? ''
      : `<p style="margin:24px 0"><a href="${escaped(button.href)}" style="background:#087f5b;border-radius:8px;color:#ffffff;display:inline-block;font-weight:600;padding:12px 20px;text-decoration:none">${escaped(button.label)}</a></p>
<p style="color:#5c6b73;font-size:13px;margin:0 0 16px">Or open this address: <a href="${escaped(button.href)}" style="color:#087f5b;word-break:break-all">${escaped(button.href)}</a></p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="background:#f1f5f5;margin:0;padding:24px;font-family:Poppins,system-ui,sans-serif;font-size:16px;line-height:1.5;color:#1b2a30">
<div style="background:#ffffff;border-radius:16px;margin:0 auto;max-width:520px;padding:32px">
<p style="color:#087f5b;font-size:20px;font-weight:600;margin:0 0 24px">Tealight</p>
${say(greeting)}
${paragraphs.map(say).join('\n')}
${press}
${after.map(say).join('\n')}
<p style="border-top:1px solid #dde5e5;color:#5c6b73;font-size:13px;margin:24px 0 0;padding-top:16px">${escaped(notForTreatment)}</p>
</div></body></html>
`;
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
