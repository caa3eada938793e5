import {
  calls,
  endFollow,
  listFollows,
  lookAtInvitation,
  makeShareLink,
  type Problem,
  problemCodeOf,
  type ReplyOf,
  type Right,
} from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { apiOn, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { inviteTo, letFollow, ownWearer, personOf } from '../../../test/followers/family.ts';
import { noBudgets } from '../budgets.ts';

/** What each call needs, written by hand: a new call without a line fails. */
const needs: Readonly<
  Record<string, Right | 'anyone' | 'account' | 'link-now' | 'link-day' | 'link-history'>
> = {
  'POST v1/Authorization/sign-up': 'anyone',
  'POST v1/Authorization/sign-up/not-me': 'anyone',
  'POST v1/Authorization/sign-in': 'anyone',
  'POST v1/Authorization/sign-in/link': 'anyone',
  'POST v1/Authorization/sign-out': 'account',
  'GET v1/Authorization/email/resend-confirm': 'anyone',
  'POST v1/Authorization/password/change': 'account',
  'POST v1/Authorization/password/send-reset-email': 'anyone',
  'POST v1/Authorization/password/reset': 'anyone',
  'GET v1/Authorization/sessions': 'account',
  'POST v1/Authorization/sessions/end': 'account',
  'GET v1/Authorization/activity': 'account',
  'GET v1/UserProfile/current-user': 'see-now',
  'POST v1/UserProfile/current-user': 'account',
  'POST v1/UserProfile/new-connection-code': 'lamps',
  'POST v1/UserProfile/export': 'account',
  'POST v1/UserProfile/delete': 'account',
  'POST v1/RangeSetup/save-range-setup': 'set-range',
  'POST v1/UserSettings': 'set-range',
  'GET v1/UserSettings/mails': 'account',
  'POST v1/UserSettings/mails': 'account',
  'GET v1/Readings/current-user-readings': 'see-now',
  'GET v1/Readings/live-devices': 'see-now',
  'GET v1/Devices': 'lamps',
  'GET v1/Devices/pairing': 'lamps',
  'POST v1/Devices/home-assistant': 'set-range',
  'POST v1/Devices/change': 'lamps',
  'POST v1/Devices/remove': 'lamps',
  'POST v1/Devices/try': 'set-range',
  'GET v1/Devices/lamp-settings': 'set-range',
  'POST v1/Devices/lamp-settings': 'set-range',
  'GET v1/Devices/display-settings': 'set-range',
  'POST v1/Devices/display-settings': 'set-range',
  'GET v1/Alarms/settings': 'get-alarms',
  'POST v1/Alarms/settings': 'set-range',
  'POST v1/Alarms/simulate-urgent-low': 'set-range',
  'GET v1/Alarms/active': 'account',
  'GET v1/Alarms/history': 'get-alarms',
  'POST v1/Alarms/seen': 'act',
  'POST v1/Alarms/snooze': 'act',
  'POST v1/Alarms/snooze/end': 'act',
  'POST v1/Alarms/snooze/own': 'get-alarms',
  'POST v1/Alarms/snooze/own/end': 'get-alarms',
  'GET v1/Alarms/recipients': 'get-alarms',
  'POST v1/Alarms/recipients/on-duty': 'act',
  'POST v1/Alarms/recipients/own': 'get-alarms',
  'GET v1/Alarms/channels': 'account',
  'POST v1/Alarms/channels': 'account',
  'POST v1/Alarms/channels/change': 'account',
  'POST v1/Alarms/channels/remove': 'account',
  'POST v1/Alarms/channels/test': 'account',
  'POST v1/Alarms/channels/new-secret': 'account',
  'GET v1/Alarms/push-key': 'account',
  'POST v1/Alarms/act': 'anyone',
  'POST v1/Alarms/shown': 'anyone',
  'GET v1/Readings/cgm-connection': 'see-now',
  'POST v1/Readings/cgm-connection/disconnect': 'sources',
  'POST v1/Readings/cgm-connection/reconnect': 'sources',
  'POST v1/Readings/cgm-connection/check-now': 'see-now',
  'GET v1/Readings/cgm-connection/people': 'sources',
  'POST v1/Readings/cgm-connection/person': 'sources',
  'GET v1/Dexcom/authorization': 'sources',
  'POST v1/Dexcom/authorization/complete': 'sources',
  'POST v1/Dexcom/authorization/share-api': 'sources',
  'POST v1/FreeStyleLibre/authorization': 'sources',
  'POST v1/NightScout/authorization': 'sources',
  'POST v1/Medtronic/captcha-start': 'sources',
  'POST v1/Medtronic/authorization': 'sources',
  'GET v1/Medtronic/resolve-endpoint-config': 'sources',
  'GET v1/Story/statistics': 'see-history',
  'GET v1/Story/chart': 'see-day',
  'GET v1/Story/profile': 'see-history',
  'GET v1/Story/settings': 'see-day',
  'POST v1/Story/settings': 'set-range',
  'GET v1/People': 'account',
  'GET v1/People/glances': 'account',
  'POST v1/People/select': 'see-now',
  'POST v1/People/wearers': 'account',
  'POST v1/People/wearers/change': 'details',
  'POST v1/People/wearers/order': 'account',
  'POST v1/People/wearers/remove': 'delete',
  'GET v1/People/follows': 'invite',
  'POST v1/People/follows/change': 'invite',
  'POST v1/People/follows/end': 'invite',
  'POST v1/People/follows/leave': 'see-now',
  'POST v1/People/follows/settings': 'see-now',
  'POST v1/People/invitations': 'invite',
  'GET v1/People/invitations': 'invite',
  'POST v1/People/invitations/withdraw': 'invite',
  'POST v1/People/invitations/look': 'anyone',
  'POST v1/People/invitations/answer': 'account',
  'GET v1/People/links': 'links',
  'POST v1/People/links': 'links',
  'POST v1/People/links/rotate': 'links',
  'POST v1/People/links/end': 'links',
  'GET v1/People/hand-over': 'see-now',
  'POST v1/People/hand-over': 'hand-over',
  'POST v1/People/hand-over/confirm': 'see-now',
  'POST v1/People/hand-over/cancel': 'see-now',
  'GET v1/People/audit': 'audit',
  'GET v1/Shared/now': 'link-now',
  'GET v1/Shared/day': 'link-day',
  'GET v1/Shared/history': 'link-history',
  'GET v1/Site': 'anyone',
};

/** Who may do what, as the table of rights says (PPL-5). */
const everything: readonly Right[] = [
  ...(['see-now', 'see-day', 'see-history', 'get-alarms', 'act', 'set-range', 'lamps', 'sources'] as const),
  ...(['invite', 'links', 'details', 'audit', 'delete', 'hand-over'] as const),
];
const people = {
  owner: everything,
  carer: ['see-now', 'see-day', 'see-history', 'get-alarms', 'act', 'set-range', 'lamps'],
  'carer with everything': everything.filter(
    (right) => !['details', 'audit', 'delete', 'hand-over'].includes(right),
  ),
  follower: ['see-now', 'see-day', 'get-alarms'],
  'follower with everything': ['see-now', 'see-day', 'see-history', 'get-alarms', 'act', 'lamps'],
  'narrowed follower': ['see-now'],
} as const satisfies Record<string, readonly Right[]>;
const outsiders = ['outsider', 'removed follower', 'nobody', 'share link', 'made-up wearer'] as const;

type Who = keyof typeof people | (typeof outsiders)[number];
type Made = { token?: string; wearer?: string; share?: string };

/** A wearer with all of these people around. */
async function openFamily(api: TestApi): Promise<Readonly<Record<Who, Made>>> {
  const owner = await personOf(api, 'Owner');
  const wearer = await ownWearer(api, owner);
  const joined = async (name: string, role: 'carer' | 'follower', rights?: readonly Right[]) => {
    const follower = await personOf(api, name);
    const given = { role, ...(rights && { rights: [...rights] }) };
    await letFollow(api, { owner, follower, wearer }, given);
    return { token: follower.token, wearer };
  };
  const removed = await joined('Removed', 'follower');
  const { follows } = (await api.send(listFollows, { token: owner.token, wearer })).json<
    ReplyOf<typeof listFollows>
  >();
  await api.send(endFollow, { token: owner.token, wearer, body: { id: follows[0]?.id } });
  const outsider = await personOf(api, 'Olga');
  const link = await api.send(makeShareLink, {
    token: owner.token,
    wearer,
    body: { name: 'School', scope: 'day', lasts: 'never' },
  });
  return {
    owner: { token: owner.token, wearer },
    carer: await joined('Carer', 'carer'),
    'carer with everything': await joined('Nanny', 'carer', everything),
    follower: await joined('Follower', 'follower'),
    'follower with everything': await joined('Uncle', 'follower', everything),
    'narrowed follower': await joined('Neighbor', 'follower', []),
    outsider: { token: outsider.token, wearer },
    'removed follower': removed,
    nobody: {},
    'share link': { share: link.json<{ link: string }>().link.replace(/.*#/, '') },
    'made-up wearer': { token: owner.token, wearer: 'zzzzzzzzzzzz' },
  };
}

/** The rejection that this person must get; null: the call is authorized. */
function rejectionOf(need: (typeof needs)[string], who: Who): string | null {
  if (need === 'anyone') return null;
  if (need.startsWith('link-')) {
    if (who !== 'share link') return 'link-expired';
    return need === 'link-history' ? 'not-allowed' : null;
  }
  if (who === 'nobody' || who === 'share link') return 'not-signed-in';
  if (need === 'account') return null;
  if (who === 'outsider' || who === 'removed follower' || who === 'made-up wearer') return 'no-such-wearer';
  const has: readonly Right[] = people[who];
  return has.some((right) => right === need) ? null : 'not-allowed';
}

const rejections = ['not-signed-in', 'no-such-wearer', 'not-allowed', 'link-expired'];
const nameOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace('/api/', '')}`;

describe('[PPL-5] [PPL-14] who may make which call', () => {
  test('every call has a line in the table', () => {
    expect(calls.map(nameOf).sort()).toEqual(Object.keys(needs).sort());
  });

  eachEngine((open) => {
    test('each of them can make exactly the calls of the table', async () => {
      const api = await apiOn(await open(), { budgets: noBudgets });
      const made = await openFamily(api);
      const wrong: unknown[] = [];
      for (const [who, how] of Object.entries(made) as [Who, Made][]) {
        for (const call of calls) {
          // A field that nobody knows: what is authorized goes no further than the check of its input.
          const body = call.method === 'POST' ? { body: { surprise: 1 } } : {};
          const answer = await api.send(call, { ...how, ...body });
          const code = answer.statusCode < 400 ? null : problemCodeOf(answer.json<Problem>());
          const rejection = code !== null && rejections.includes(code) ? code : null;
          const expected = rejectionOf(needs[nameOf(call)] ?? 'anyone', who);
          if (rejection !== expected) wrong.push([who, nameOf(call), { expected, rejection, code }]);
        }
      }
      expect(wrong).toEqual([]);
    });

    test('the chart of earlier times needs the right to see the history', async () => {
      const api = await apiOn(await open(), { budgets: noBudgets });
      const made = await openFamily(api);
      const chart = { method: 'GET', path: '/api/v1/Story/chart' } as const;
      const asked = async (who: Who, query: Record<string, string>) =>
        (await api.send(chart, { ...made[who], query })).statusCode;
      const earlier = { span: '24h', until: '2026-11-01T12:00:00Z' };
      expect(await asked('follower', { span: '24h' })).toBe(200);
      expect(await asked('follower', earlier)).toBe(403);
      expect(await asked('follower with everything', earlier)).toBe(200);
    });

    test('[PPL-6] nobody gives a right that they lack', async () => {
      const api = await apiOn(await open(), { budgets: noBudgets });
      const { token = '', wearer = '' } = (await openFamily(api))['carer with everything'];
      const invitation = await inviteTo(api, { token }, wearer, { role: 'carer', rights: [...everything] });
      const looked = await api.send(lookAtInvitation, { body: { token: invitation } });
      expect(looked.json().rights).toEqual(people['carer with everything']);
    });
  });
});
