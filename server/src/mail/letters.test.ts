import { expect, test } from 'vitest';
import { activityLetters } from './activity-letters.ts';
import * as letters from './letters.ts';
import type { Written } from './paper.ts';

const ada = { firstName: 'Ada' };
const link = 'https://tealight.example.org/x?token=abc&more=1';
const at = Date.UTC(2026, 10, 20, 12, 5);

const all: [name: string, letter: (to: { firstName: string }) => Written][] = [
  [
    'confirm',
    (to) => letters.confirmLetter(to, { link, notMeLink: 'https://tealight.example.org/not-me#abc' }),
  ],
  [
    'already registered',
    (to) => letters.alreadyRegisteredLetter(to, { signInLink: link, resetLink: link, confirmed: true }),
  ],
  [
    'already registered, not confirmed',
    (to) => letters.alreadyRegisteredLetter(to, { signInLink: link, resetLink: link, confirmed: false }),
  ],
  ['reset', (to) => letters.resetLetter(to, { link })],
  ['password changed', (to) => letters.passwordChangedLetter(to, { at, forgotLink: link })],
  [
    'new sign-in',
    (to) => letters.newSignInLetter(to, { at, device: 'Firefox on Linux', securityLink: link }),
  ],
  ['sign-in link', (to) => letters.signInLinkLetter(to, { link })],
  ...(['codeRenewed', 'exported'] as const).map((name): [string, (to: { firstName: string }) => Written] => [
    name,
    (to) => activityLetters[name](to, { at, device: 'Firefox on Linux', securityLink: link }),
  ]),
  [
    'lost source',
    (to) => {
      const about = { source: 'Nightscout', reason: 'It is down', dashboardLink: link };
      return letters.lostSourceLetter(to, { ...about, settingsLink: 'https://tealight.example.org/account' });
    },
  ],
];

const plain = (html: string) =>
  html
    .replace(/<title>.*?<\/title>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

test.each(all)('the letter “%s” says the same as text and as HTML, with its link', (_, letter) => {
  const { subject, text, html } = letter(ada);
  expect(subject).toMatch(/^[A-Z][\w -]+$/);
  expect(text).toContain(`\n${link}\n`);
  expect(html).toContain(`href="${link.replace('&', '&amp;')}"`);
  for (const line of text.split('\n').filter((line) => line.length > 40 && !line.includes('http'))) {
    expect(plain(html)).toContain(line);
  }
  expect(text).toContain('Hello Ada,');
  expect(text).toContain('no medical device');
});

test.each(all)('a name cannot write into the letter “%s”', (_, letter) => {
  const { html } = letter({ firstName: '<img src=x onerror=alert(1)> & "Co"' });
  expect(html).not.toContain('<img');
  expect(html).not.toContain('onerror');
  expect(html).toContain('Hello,');
});

test('a moment is told with its time zone', () => {
  expect(letters.passwordChangedLetter(ada, { at, forgotLink: link }).text).toContain(
    'November 20, 2026 at 12:05 PM UTC',
  );
});
