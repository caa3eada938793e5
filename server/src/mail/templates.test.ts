import { expect, test } from 'vitest';
import { activityMails } from './activity-templates.ts';
import type { RenderedMail } from './layout.ts';
import { peopleMailTemplates } from './people-templates.ts';
import * as templates from './templates.ts';

const ada = { firstName: 'Ada' };
const link = 'https://tealight.example.org/x?token=abc&more=1';
const at = Date.UTC(2026, 10, 20, 12, 5);

const all: [name: string, render: (to: { firstName: string }) => RenderedMail][] = [
  [
    'confirm',
    (to) => templates.confirmMail(to, { link, notMeLink: 'https://tealight.example.org/not-me#abc' }),
  ],
  [
    'already registered',
    (to) => templates.alreadyRegisteredMail(to, { signInLink: link, resetLink: link, confirmed: true }),
  ],
  [
    'already registered, not confirmed',
    (to) => templates.alreadyRegisteredMail(to, { signInLink: link, resetLink: link, confirmed: false }),
  ],
  ['reset', (to) => templates.resetMail(to, { link })],
  ['password changed', (to) => templates.passwordChangedMail(to, { at, forgotLink: link })],
  [
    'new sign-in',
    (to) => templates.newSignInMail(to, { at, device: 'Firefox on Linux', securityLink: link }),
  ],
  ['sign-in link', (to) => templates.signInLinkMail(to, { link })],
  ...(['codeRenewed', 'exported'] as const).map(
    (name): [string, (to: { firstName: string }) => RenderedMail] => [
      name,
      (to) => activityMails[name](to, { at, device: 'Firefox on Linux', securityLink: link }),
    ],
  ),
  [
    'outage',
    (to) => {
      const outage = { wearer: 'Ben', source: 'Nightscout', reason: 'It is down', dashboardLink: link };
      return templates.outageMail(to, { ...outage, settingsLink: 'https://tealight.example.org/account' });
    },
  ],
];

const plainText = (html: string) =>
  html
    .replace(/<title>.*?<\/title>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

test.each(all)('the email “%s” says the same as text and as HTML, with its link', (_, render) => {
  const { subject, text, html } = render(ada);
  expect(subject).toMatch(/^[A-Z][\w -]+$/);
  expect(text).toContain(`\n${link}\n`);
  expect(html).toContain(`href="${link.replace('&', '&amp;')}"`);
  for (const line of text.split('\n').filter((line) => line.length > 40 && !line.includes('http'))) {
    expect(plainText(html)).toContain(line);
  }
  expect(text).toContain('Hello Ada,');
  expect(text).toContain('not a medical device');
});

test.each(all)('a name cannot add markup to the email “%s”', (_, render) => {
  const { html } = render({ firstName: '<img src=x onerror=alert(1)> & "Co"' });
  expect(html).not.toContain('<img');
  expect(html).not.toContain('onerror');
  expect(html).toContain('Hello,');
});

test('a time has its time zone', () => {
  expect(templates.passwordChangedMail(ada, { at, forgotLink: link }).text).toContain(
    'November 20, 2026 at 12:05 PM UTC',
  );
});

test('a name that is none stands in no email about people', () => {
  const name = 'Your account ends today, sign in at tealight-login.example';
  const mails = peopleMailTemplates;
  for (const { subject, text, html } of [
    mails.followerJoined(ada, { wearer: name, follower: name, peopleLink: link }),
    mails.youFollow(ada, { wearer: name, peopleLink: link }),
    mails.handOverAgreed(ada, { wearer: name, next: name, at, peopleLink: link }),
    mails.handedOver(ada, { wearer: name, next: name }),
    mails.handOverFailed(ada, { wearer: name, next: name, owner: name }),
    mails.wearerGone(ada, { wearer: name }),
  ])
    expect(subject + text + html).not.toContain('tealight-login');
  expect(mails.handedOver(ada, { wearer: 'Ben', next: 'Mia Li' }).text).toContain('Mia Li');
});
