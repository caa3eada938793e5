import { expect, test } from 'vitest';
import { alarmMails } from './alarm-templates.ts';
import type { RenderedMail } from './layout.ts';
import { operatorProblemMail, operatorRecoveryMail } from './operator-templates.ts';
import { mailTemplates, outageMail } from './templates.ts';

const ada = { firstName: 'Ada' };
const at = Date.UTC(2026, 10, 20, 12, 5);
const device = 'Firefox on Linux';
const page = (path: string) => `https://tealight.example.org/${path}`;
const place = { publicUrl: 'https://tealight.example.org', machine: 'machine-1' };

const links = { signInLink: page('login'), resetLink: page('reset?token=abc&email=ada') };
const done = { at, device, securityLink: page('security') };

const invitation = { inviter: 'Ada', wearer: 'Ben', link: page('join#abc') };
const people = { wearer: 'Ben', follower: 'George Boole', peopleLink: page('people') };

const mails: Readonly<Record<string, RenderedMail>> = {
  confirm: mailTemplates.confirm(ada, { link: page('confirm?token=abc'), notMeLink: page('not-me#abc') }),
  'already registered': mailTemplates.alreadyRegistered(ada, { ...links, confirmed: true }),
  'already registered, not confirmed': mailTemplates.alreadyRegistered(ada, { ...links, confirmed: false }),
  reset: mailTemplates.reset(ada, { link: links.resetLink }),
  'password changed': mailTemplates.passwordChanged(ada, { at, forgotLink: page('forgot-password') }),
  'sign-in link': mailTemplates.signInLink(ada, { link: page('sign-in#abc') }),
  'new sign-in': mailTemplates.newSignIn(ada, done),
  'new connection code': mailTemplates.codeRenewed(ada, done),
  'data downloaded': mailTemplates.exported(ada, done),
  'account deleted': mailTemplates.deleted(ada, { at, device }),
  'invitation, follower': mailTemplates.invited({ ...invitation, role: 'follower' }),
  'invitation, hand-over': mailTemplates.invited({ ...invitation, role: 'owner' }),
  'invitation, with names that are none': mailTemplates.invited({
    inviter: 'Win at evil.example',
    wearer: 'http://evil.example',
    link: page('join#abc'),
    role: 'carer',
  }),
  'follower joined': mailTemplates.followerJoined(ada, people),
  'you follow': mailTemplates.youFollow(ada, people),
  'hand-over agreed': mailTemplates.handOverAgreed(ada, { ...people, next: 'George Boole', at }),
  'handed over': mailTemplates.handedOver(ada, { wearer: 'Ben', next: 'George Boole' }),
  'hand-over failed': mailTemplates.handOverFailed(ada, {
    wearer: 'Ben',
    next: 'George Boole',
    owner: 'Ada Lovelace',
  }),
  'wearer gone': mailTemplates.wearerGone(ada, { wearer: 'Ben' }),
  outage: outageMail(ada, {
    wearer: null,
    source: 'Nightscout',
    reason: 'Nightscout did not accept this API secret: enter it again',
    dashboardLink: page(''),
    settingsLink: page('account'),
  }),
  'outage of one of several wearers': outageMail(ada, {
    wearer: 'Ben',
    source: 'Nightscout',
    reason: 'Nightscout did not accept this API secret: enter it again',
    dashboardLink: page('w/0123456789ab/'),
    settingsLink: page('account'),
  }),
  'no readings': alarmMails.missingData(ada, { wearer: 'Ben', since: at, link: page('w/0123456789ab/') }),
  'alarm channel ended': alarmMails.channelGone(ada, { channel: 'Phone', link: page('alarms') }),
  'alarm channels silent': alarmMails.channelsSilent(ada, { link: page('alarms') }),
  'week of alarms': alarmMails.weekly(ada, {
    wearers: [
      {
        name: 'Ben',
        isOn: true,
        seen: 4,
        counts: [
          { kind: 'urgent low', alarms: 1 },
          { kind: 'high', alarms: 5 },
        ],
      },
      { name: 'Cleo', isOn: false, counts: [], seen: 0 },
    ],
    channels: [
      { name: 'Phone', isReached: true },
      { name: 'Kitchen', isReached: false },
    ],
    link: page('alarms'),
  }),
  'operator, problem': operatorProblemMail(
    (['store', 'disk', 'poller', 'alarms', 'clock', 'push', 'key'] as const).map((part) => ({
      part,
      since: at,
    })),
    place,
  ),
  'operator, problem of alarms': operatorProblemMail([{ part: 'push', since: at }], place),
  'operator, recovery': operatorRecoveryMail(place, 150_000),
};

const heading = (name: string) => `=== ${name} ===\n`;

test('every email says exactly what is in rendered-mails.txt', async () => {
  const texts = Object.entries(mails).map(
    ([name, { subject, text }]) => `${heading(name)}Subject: ${subject}\n\n${text}`,
  );
  await expect(texts.join('\n')).toMatchFileSnapshot('../../test/rendered-mails.txt');
});

test.each(['confirm', 'account deleted'])('the email “%s” has this HTML', async (name) => {
  const file = `../../test/rendered-mail-${name.replaceAll(' ', '-')}.html`;
  await expect(mails[name]?.html).toMatchFileSnapshot(file);
});
