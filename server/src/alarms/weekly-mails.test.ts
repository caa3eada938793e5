import {
  alarmRecipients,
  changeFollow,
  listFollows,
  type ReplyOf,
  saveAlarmSettings,
  saveOwnAlarms,
} from '@tealight/contract';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { watched } from '../../test/alarms/alarms-on.ts';
import { addChannel } from '../../test/alarms/deliveries-on.ts';
import { episodesIn } from '../../test/alarms/episodes.ts';
import { apiOn, type TestApi } from '../../test/api.ts';
import { eachEngine } from '../../test/engines.ts';
import { letFollow, ownWearer, personOf } from '../../test/followers/family.ts';
import { alarmMails } from '../mail/alarm-templates.ts';
import { nextWeeklyMailAt } from '../store/alarms/weekly-mails.ts';
import { openWeeklyMails } from './weekly-mails.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const publicUrl = 'https://tealight.example.org';
const fail = (line: object) => expect.fail(JSON.stringify(line));
const log = { error: fail, warn: fail, info: fail };

/** Some nodes on the clock of the API. */
function nodesOf(api: TestApi, count: number) {
  const dependencies = {
    store: api.dependencies.store,
    mails: alarmMails,
    publicUrl,
    log,
    now: () => api.clock.at,
  };
  const nodes = Array.from({ length: count }, () => openWeeklyMails(dependencies));
  onTestFinished(() => {
    for (const node of nodes) node[Symbol.dispose]();
  });
  return nodes;
}

/** The weekly emails in the outbox. */
const weeklyMails = async (api: TestApi) =>
  (await api.queuedMails()).filter(({ subject }) => subject === 'Your week of alarms');

describe('the weekly email about alarms', () => {
  test('[ALM-41] is due on Monday at 8:00 by the clock of its reader, also when the clocks change', () => {
    const at = (now: string, zone: string) => new Date(nextWeeklyMailAt(Date.parse(now), zone)).toISOString();
    expect(at('2026-11-22T12:00:00Z', 'UTC')).toBe('2026-11-23T08:00:00.000Z');
    expect(at('2026-11-23T07:59:59Z', 'UTC')).toBe('2026-11-23T08:00:00.000Z');
    expect(at('2026-11-23T08:00:00Z', 'UTC')).toBe('2026-11-30T08:00:00.000Z');
    expect(at('2026-11-22T12:00:00Z', 'Pacific/Auckland')).toBe('2026-11-22T19:00:00.000Z');
    expect(at('2026-11-22T20:00:00Z', 'Pacific/Auckland')).toBe('2026-11-29T19:00:00.000Z');
    // Summer time ends on Sunday, October 25.
    expect(at('2026-10-24T12:00:00Z', 'Europe/Berlin')).toBe('2026-10-26T07:00:00.000Z');
    expect(at('2026-10-18T12:00:00Z', 'Europe/Berlin')).toBe('2026-10-19T06:00:00.000Z');
  });

  eachEngine((open) => {
    test('[ALM-41] [ALM-44] comes once a week to those who want it, from whichever node, and counts what rang', async () => {
      const store = await open();
      const { api, token, wearerId } = await watched(store);
      api.clock.at = Date.parse('2026-11-21T12:00:00Z');
      await addChannel(api, token, 'ntfy', { name: 'Kitchen' });
      const nodes = nodesOf(api, 2);
      const written = async () => {
        await Promise.all(nodes.map(({ writeDue }) => writeDue()));
        return (await weeklyMails(api)).map(({ text }) => text);
      };
      const { own } = (await api.send(alarmRecipients, { token })).json();
      expect(own.weeklyMail).toBe(false);
      api.clock.at = Date.parse('2026-11-23T08:00:00Z');
      expect(await written()).toEqual([]);
      api.clock.at -= DAY;
      const body = { ...own, timeZone: 'UTC', weeklyMail: true };
      expect((await api.send(saveOwnAlarms, { token, body })).statusCode).toBe(200);
      expect((await api.send(alarmRecipients, { token })).json().own).toEqual(body);
      const { ring, end } = episodesIn(store);
      const [at, long] = [api.clock.at, api.clock.at - 8 * DAY];
      await ring({ wearerId, kind: 'low', name: 'old', at: long });
      await end({ wearerId, kind: 'low', name: 'old', at: long });
      await ring({ wearerId, kind: 'low', name: 'a', at });
      await ring({ wearerId, kind: 'urgent-low', name: 'a', at });
      await ring({ wearerId, kind: 'high', name: 'b', at });
      const [seen] = await store.alarmEpisodes.openOf([wearerId]);
      await store.alarmEpisodes.seen(seen?.id ?? 0, 1, at);
      // Snoozed from beginning to end: nobody heard it.
      await end({ wearerId, kind: 'rising-fast', name: 'c', at });
      expect(await written()).toEqual([]);
      api.clock.at = Date.parse('2026-11-23T08:00:00Z');
      const [mail, ...others] = await written();
      expect(others).toEqual([]);
      expect(mail).toContain(
        'Ada: 2 alarms in the last seven days (urgent low 1, high 1). Somebody pressed Seen or Snooze on 1 of them.',
      );
      expect(mail).toContain('Your channel “Kitchen” was not reached this week: send a test.');
      expect(mail).toContain('An email is no alarm');
      expect(mail).toContain('Keep the other alarms on.');
      expect(mail).not.toMatch(/\b52\b/);
      await api.send(saveAlarmSettings, { token, body: { isOn: false } });
      api.clock.at += 7 * DAY;
      expect((await written())[1]).toContain(
        'Ada: no alarm rang in the last seven days. Alarms are switched off now.',
      );
      await api.send(saveOwnAlarms, { token, body: { ...body, weeklyMail: false } });
      api.clock.at += 7 * DAY;
      expect(await written()).toHaveLength(2);
    });

    test('[ALM-41] comes on Monday morning where its reader is, and no longer once alarms do not reach the reader', async () => {
      const api = await apiOn(await open());
      const at = (time: string) => {
        api.clock.at = Date.parse(time);
      };
      at('2026-11-21T12:00:00Z');
      const [maria, george] = [await personOf(api, 'Maria'), await personOf(api, 'George')];
      const wearer = await ownWearer(api, maria);
      await letFollow(api, { owner: maria, follower: george, wearer });
      for (const [{ token }, timeZone] of [
        [maria, 'Europe/Berlin'],
        [george, 'Pacific/Auckland'],
      ] as const) {
        const { own } = (await api.send(alarmRecipients, { token, wearer })).json();
        const body = { ...own, timeZone, weeklyMail: true };
        expect((await api.send(saveOwnAlarms, { token, wearer, body })).statusCode).toBe(200);
      }
      const [node] = nodesOf(api, 1);
      const readers = async () => {
        await node?.writeDue();
        return (await weeklyMails(api)).map(({ recipient }) => recipient);
      };
      const [toMaria, toGeorge] = [maria.email, george.email];
      at('2026-11-22T18:59:59Z');
      expect(await readers()).toEqual([]);
      at('2026-11-22T19:00:00Z');
      expect(await readers()).toEqual([toGeorge]);
      at('2026-11-23T06:59:59Z');
      expect(await readers()).toEqual([toGeorge]);
      at('2026-11-23T07:00:00Z');
      expect(await readers()).toEqual([toGeorge, toMaria]);
      at('2026-11-29T18:59:59Z');
      expect(await readers()).toEqual([toGeorge, toMaria]);
      at('2026-11-29T19:00:00Z');
      expect(await readers()).toEqual([toGeorge, toMaria, toGeorge]);
      const { token } = maria;
      const listed = await api.send(listFollows, { token, wearer });
      const [follow] = listed.json<ReplyOf<typeof listFollows>>().follows;
      const { id, role, rights = [] } = follow ?? {};
      const body = { id, role, rights: rights.filter((right) => right !== 'get-alarms') };
      expect((await api.send(changeFollow, { token, wearer, body })).statusCode).toBe(200);
      at('2026-12-07T12:00:00Z');
      expect(await readers()).toEqual([toGeorge, toMaria, toGeorge, toMaria]);
    });

    test('[ALM-41] is looked for every five minutes', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      const { api, token } = await watched(await open());
      const { own } = (await api.send(alarmRecipients, { token })).json();
      await api.send(saveOwnAlarms, { token, body: { ...own, timeZone: 'UTC', weeklyMail: true } });
      nodesOf(api, 1);
      api.clock.at += 7 * DAY;
      vi.advanceTimersByTime(5 * 60_000);
      await vi.waitFor(async () => expect(await weeklyMails(api)).toHaveLength(1));
    });
  });
});
