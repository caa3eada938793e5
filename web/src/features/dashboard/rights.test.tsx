import {
  currentUser,
  glucoseChart,
  type ListedWearer,
  noConnection,
  type Right,
  rights,
} from '@tealight/contract';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ada, ownWearer } from '../../../test/fake-calls.ts';
import { fakePeople, followedBen, rightsOf } from '../../../test/fake-people.ts';
import { aConnection } from '../../../test/fake-server.ts';
import { someChart } from '../../../test/fake-statistics.ts';
import { openApp } from '../../../test/on-app.ts';
import { browserZone, clockOf } from '../time-in-range/text.ts';

const range = { unit: 'mg/dL', high: 180, inRange: 110, low: 70 } as const;
const connectionPath = '/api/v1/Readings/cgm-connection';

/** Opens the dashboard of a wearer, all of it: nothing waits to be scrolled into view. */
async function open(
  wearer: ListedWearer,
  { user = {}, connection = aConnection() }: { user?: object; connection?: object } = {},
) {
  const people = {
    selected: ownWearer.id,
    wearers: [ownWearer, wearer],
    values: { [wearer.id]: 112 },
  };
  const fake = fakePeople(people, {
    [currentUser.path]: () => ({ ...ada, connectionCode: null, rangeSetup: range, ...user }),
    [connectionPath]: () => connection,
  });
  openApp(`/w/${wearer.id}/`, 'token');
  await screen.findByRole('heading', { name: 'Range Setup' });
  return fake;
}

const named: readonly { name: string; wearer: ListedWearer }[] = [
  { name: 'a follower', wearer: followedBen() },
  { name: 'a follower of the reading alone', wearer: followedBen({ rights: rightsOf('follower') }) },
  {
    name: 'a follower with everything',
    wearer: followedBen({ rights: rightsOf('follower', ...rights) }),
  },
  { name: 'a follower of the history', wearer: followedBen({ rights: ['see-now', 'see-history'] }) },
  { name: 'a carer', wearer: followedBen({ role: 'carer' }) },
  {
    name: 'a carer with sources',
    wearer: followedBen({ role: 'carer', rights: rightsOf('carer', ...rights) }),
  },
  {
    name: 'a carer without lamps',
    wearer: followedBen({ role: 'carer', rights: rightsOf('carer', 'set-range') }),
  },
];

describe('what a reader may not do', () => {
  test.each(named)(
    '[PPL-5] is not offered to $name, and no call is made that is refused',
    async ({ wearer }) => {
      const may = (right: Right) => wearer.rights.includes(right);
      const user = may('lamps') ? { connectionCode: 'k7m2qx4w9d' } : {};
      const { refused, callsTo } = await open(wearer, { user });
      await screen.findByText('112', { selector: 'b' });
      // In the order of the panels; those that load later are waited for.
      if (may('see-day')) await waitFor(() => expect(callsTo(glucoseChart.path)).not.toEqual([]));
      if (may('lamps') && may('set-range')) await screen.findByRole('button', { name: 'Lamp settings' });
      const heading = (name: string) => screen.queryByRole('heading', { name, level: 2 });
      expect(heading('Device Connection Code') !== null).toBe(may('lamps'));
      expect(heading('Time in range') !== null).toBe(may('see-history'));
      expect(screen.queryByRole('button', { name: 'Edit' }) !== null).toBe(may('set-range'));
      expect(screen.queryByRole('button', { name: 'Connection menu' }) !== null).toBe(may('sources'));
      expect(screen.queryByRole('button', { name: 'Lamp settings' }) !== null).toBe(
        may('lamps') && may('set-range'),
      );
      expect(refused).toEqual([]);
    },
  );

  test('[PPL-5] leaves the chart of the day without earlier hours and without other days', async () => {
    const { callsTo, refused } = await open(followedBen());
    await waitFor(() => expect(callsTo(glucoseChart.path)).not.toEqual([]));
    expect(await screen.findByRole('slider', { name: /Glucose of the last 24 hours/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Earlier' })).toBeNull();
    expect(screen.queryByText('Day by day')).toBeNull();
    (await screen.findByRole('slider')).focus();
    await userEvent.keyboard('{Home}{ArrowLeft}{ArrowLeft}');
    expect(callsTo(glucoseChart.path).flatMap(({ query }) => Object.keys(query))).not.toContain('until');
    expect(refused).toEqual([]);
  });
});

describe('sentences about somebody else', () => {
  test('[PPL-20] name the wearer who has no source and no range', async () => {
    await open(followedBen({ name: 'Ben' }), { user: { rangeSetup: null }, connection: noConnection });
    expect(await screen.findByText('Ben has not connected a source yet.')).toBeVisible();
    expect(screen.getByText('Ben has no range yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Save/ })).toBeNull();
  });

  test('[PPL-20] name the wearer whose source refuses, without what only its owner can do', async () => {
    const connection = aConnection({
      status: 'noCurrentData',
      state: 'error',
      errorCode: 'wrong-login',
      text: 'Your password is not accepted.',
      remedy: 'connect-again',
    });
    await open(followedBen({ name: 'Ben' }), { connection });
    expect(await screen.findByText(/^Readings of Ben do not arrive from Nightscout/)).toBeVisible();
    expect(screen.queryByText('Your password is not accepted.')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Connect again' })).toBeNull();
  });

  test('[PPL-22] a chart goes by the clock of the wearer, and says so where the reader’s differs', async () => {
    await open(followedBen({ timeZone: 'Asia/Tokyo' }));
    expect(await screen.findByText('Times are those of Asia/Tokyo.')).toBeVisible();
    const cursor = await screen.findByRole('slider');
    cursor.focus();
    await userEvent.keyboard('{End}');
    const { takenAt } = someChart([100, 104, 112]);
    const time = clockOf(takenAt.at(-1) ?? 0, 'Asia/Tokyo');
    expect(cursor.getAttribute('aria-valuetext')).toBe(`112 mg/dL, in range, ${time}`);
    expect(time).not.toBe(clockOf(takenAt.at(-1) ?? 0));
  });

  test('[PPL-22] says nothing of a zone that is the reader’s own', async () => {
    await open(followedBen({ timeZone: browserZone() }));
    await screen.findByRole('slider');
    expect(screen.queryByText(/Times are those of/)).toBeNull();
  });

  test('[PPL-22] a range is in the unit of the reader', async () => {
    await open(followedBen({ unit: 'mmol/L' }));
    expect(await screen.findByText('10.0')).toBeVisible();
  });

  test('[PPL-22] a range is edited in the unit of the reader; in that of the wearer it is what the wearer entered', async () => {
    await open(followedBen({ role: 'carer', unit: 'mmol/L' }), {
      user: { rangeSetup: { ...range, inRange: 111 } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const inRange = await screen.findByRole('textbox', { name: 'In range' });
    expect(screen.getByRole('radio', { name: 'mmol/L' })).toBeChecked();
    expect(inRange).toHaveValue('6.2');
    await userEvent.click(screen.getByRole('radio', { name: 'mg/dL' }));
    expect(inRange).toHaveValue('111');
  });

  test('[PPL-22] the first range is entered in the unit of the reader', async () => {
    await open(followedBen({ role: 'carer', unit: 'mmol/L' }), { user: { rangeSetup: null } });
    expect(await screen.findByRole('radio', { name: 'mmol/L' })).toBeChecked();
  });
});
