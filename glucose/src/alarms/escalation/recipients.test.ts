import { describe, expect, test } from 'vitest';
import { recipient } from '../../../test/alarms.ts';
import type { AlarmKind } from '../kinds.ts';
import { deliveriesOf, isOnDuty, type Recipient } from './recipients.ts';

const noon = Date.parse('2026-01-16T12:00:00Z');
const reached = (
  kind: AlarmKind,
  recipients: readonly Recipient[],
  { to = 'on-duty', now = noon }: { to?: 'on-duty' | 'everybody'; now?: number } = {},
) =>
  deliveriesOf(kind, recipients, { to, loudness: 'normal', now }).map(
    (one) => `${one.recipient} ${one.loudness}`,
  );

describe('who is reached', () => {
  test('[ALM-25] those who are on duty, and everybody if nobody is', () => {
    const [mum, dad] = [recipient('mum'), recipient('dad', { onDuty: false })];
    expect(reached('low', [mum, dad])).toEqual(['mum normal']);
    expect(reached('low', [dad, recipient('ada', { onDuty: false })])).toEqual(['dad normal', 'ada normal']);
    expect(reached('low', [])).toEqual([]);
  });

  test('[ALM-25] everybody where only those are on duty who want no alarms', () => {
    const mum = recipient('mum', { mildestRank: { onDuty: 0, offDuty: 0 } });
    const dad = recipient('dad', { onDuty: false });
    expect(reached('urgent-low', [mum, dad])).toEqual(['dad normal']);
    expect(reached('high', [dad, mum])).toEqual(['dad normal']);
    expect(isOnDuty(mum, noon)).toBe(false);
  });

  test('[ALM-24] only up to the mildest rank that each wants on and off duty', () => {
    const mum = recipient('mum', { mildestRank: { onDuty: 4, offDuty: 1 } });
    const dad = recipient('dad', { onDuty: false, mildestRank: { onDuty: 8, offDuty: 1 } });
    expect(reached('no-data', [mum, dad], { to: 'everybody' })).toEqual(['mum normal']);
    expect(reached('urgent-low', [mum, dad], { to: 'everybody' })).toEqual(['mum normal', 'dad normal']);
    expect(reached('high', [mum, dad])).toEqual([]);
    expect(reached('high', [dad])).toEqual(['dad normal']);
  });

  test('[ALM-22] "just me" silences one recipient; others still get it, and if that was the last one, all do', () => {
    const silenced = [{ kind: 'low' as const, until: noon + 1 }];
    const [mum, dad] = [recipient('mum', { silenced }), recipient('dad')];
    expect(reached('low', [mum, dad])).toEqual(['mum silent', 'dad normal']);
    expect(reached('urgent-low', [mum, dad])).toEqual(['mum normal', 'dad normal']);
    expect(reached('low', [mum, dad], { now: noon + 1 })).toEqual(['mum normal', 'dad normal']);
    expect(reached('low', [mum, recipient('dad', { onDuty: false })])).toEqual(['mum silent', 'dad normal']);
  });
});

describe('quiet hours', () => {
  const quietHours = { fromMinute: 22 * 60, untilMinute: 7 * 60 };
  const sleeper = (timeZone: string) => [recipient('mum', { quietHours, timeZone })];

  test.each([
    ['urgent-low', 'normal'],
    ['urgent-low-soon', 'normal'],
    ['low', 'normal'],
    ['no-data', 'normal'],
    ['falling-fast', 'silent'],
    ['urgent-high', 'silent'],
    ['high', 'silent'],
    ['rising-fast', 'silent'],
  ] as const)('[ALM-24] deliver %s: %s', (kind, loudness) => {
    const now = Date.parse('2026-01-16T23:00:00Z');
    expect(reached(kind, sleeper('UTC'), { now })).toEqual([`mum ${loudness}`]);
    expect(reached(kind, sleeper('UTC'))).toEqual(['mum normal']);
  });

  test.each([
    ['in their own zone', 'America/New_York', '2026-01-17T02:59:00Z', '2026-01-17T03:00:00Z'],
    [
      'after midnight in the night in which the clocks go ahead',
      'Europe/Berlin',
      '2026-03-29T05:00:00Z',
      '2026-03-29T04:59:00Z',
    ],
    [
      'and in the night in which they go back',
      'Europe/Berlin',
      '2026-10-25T06:00:00Z',
      '2026-10-25T05:59:00Z',
    ],
  ])('[ALM-24] hold %s', (_, timeZone, aloud, quiet) => {
    expect(reached('high', sleeper(timeZone), { now: Date.parse(aloud) })).toEqual(['mum normal']);
    expect(reached('high', sleeper(timeZone), { now: Date.parse(quiet) })).toEqual(['mum silent']);
  });
});

describe('a weekly plan', () => {
  const plan = (...onDuty: Exclude<Recipient['onDuty'], boolean>) =>
    recipient('mum', { onDuty, timeZone: 'Europe/Berlin' });
  const isOn = (time: string, person: Recipient) => isOnDuty(person, Date.parse(time));

  test('[ALM-24] holds on its day of the week, by the time of the recipient', () => {
    const friday = plan({ weekday: 'friday', fromMinute: 9 * 60, untilMinute: 17 * 60 });
    expect(isOn('2026-01-16T07:59:00Z', friday)).toBe(false);
    expect(isOn('2026-01-16T08:00:00Z', friday)).toBe(true);
    expect(isOn('2026-01-16T16:00:00Z', friday)).toBe(false);
    expect(isOn('2026-01-15T12:00:00Z', friday)).toBe(false);
    // Friday begins in Berlin while it is Thursday in UTC.
    const early = plan({ weekday: 'friday', fromMinute: 0, untilMinute: 60 });
    expect(isOn('2026-01-15T23:30:00Z', early)).toBe(true);
  });

  test('[ALM-24] crosses midnight into the next day, also from Sunday to Monday', () => {
    const sunday = plan({ weekday: 'sunday', fromMinute: 20 * 60, untilMinute: 8 * 60 });
    expect(isOn('2026-01-18T18:59:00Z', sunday)).toBe(false);
    expect(isOn('2026-01-18T19:00:00Z', sunday)).toBe(true);
    expect(isOn('2026-01-19T06:59:00Z', sunday)).toBe(true);
    expect(isOn('2026-01-19T07:00:00Z', sunday)).toBe(false);
    expect(isOn('2026-01-18T05:00:00Z', sunday)).toBe(false);
  });

  test('[ALM-24] lasts an hour less or more in the nights in which the clocks change', () => {
    const saturday = plan({ weekday: 'saturday', fromMinute: 20 * 60, untilMinute: 8 * 60 });
    const hoursFrom = (start: string) =>
      Array.from({ length: 96 }, (_, quarter) => Date.parse(start) + quarter * 15 * 60_000).filter((now) =>
        isOnDuty(saturday, now),
      ).length / 4;
    expect(hoursFrom('2026-01-17T12:00:00Z')).toBe(12);
    expect(hoursFrom('2026-03-28T12:00:00Z')).toBe(11);
    expect(hoursFrom('2026-10-24T12:00:00Z')).toBe(13);
  });

  test('[ALM-24] with several parts holds in each, and one without any never', () => {
    const two = plan(
      { weekday: 'friday', fromMinute: 0, untilMinute: 60 },
      { weekday: 'friday', fromMinute: 120, untilMinute: 180 },
    );
    expect(isOn('2026-01-15T23:30:00Z', two)).toBe(true);
    expect(isOn('2026-01-16T00:30:00Z', two)).toBe(false);
    expect(isOn('2026-01-16T01:30:00Z', two)).toBe(true);
    expect(isOn('2026-01-16T01:30:00Z', plan())).toBe(false);
  });
});
