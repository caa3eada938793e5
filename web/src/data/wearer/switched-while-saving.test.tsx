import { lampSettings, saveLampSettings, statisticsSettings, wearerHeader } from '@tealight/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ownWearer } from '../../../test/fake-calls.ts';
import { aDevice, fakeServer } from '../../../test/fake-server.ts';
import { fakeStatistics, statisticsAnswers } from '../../../test/fake-statistics.ts';
import { openPage } from '../../../test/on-page.ts';
import { DevicesPanel } from '../../features/devices/DevicesPanel.tsx';
import { StatisticsPanel } from '../../features/time-in-range/StatisticsPanel.tsx';
import { keepSelected } from './shown-wearer.ts';

const somebodyElse = 'bbbbbbbbbbbb';

/** Notes whom the calls to a path are about. `hold` makes the next of them wait until it is let through. */
function watchCalls(...paths: string[]) {
  const about: [string, string | null][] = [];
  let held: Promise<void> | null = null;
  const answer = fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const [path = ''] = address.split('?');
    if (!paths.includes(path)) return answer(address, init);
    about.push([init.method ?? 'GET', new Headers(init.headers).get(wearerHeader)]);
    const waiting = held;
    held = null;
    await waiting;
    return answer(address, init);
  });
  return {
    about,
    hold(): () => void {
      about.length = 0;
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
  };
}

const saved = { timeZone: 'Europe/Berlin', population: 'adult', keepDays: 90 } as const;

test.each([
  {
    what: 'statistics',
    paths: [statisticsSettings.path],
    open: async () => {
      openPage(StatisticsPanel);
      await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
      return within(await screen.findByRole('dialog'));
    },
  },
  {
    what: 'lamps',
    paths: [lampSettings.path, saveLampSettings.path],
    open: async () => {
      openPage(DevicesPanel);
      await userEvent.click(await screen.findByRole('button', { name: 'Lamp settings' }));
      return within(await screen.findByRole('dialog'));
    },
  },
])(
  '[PPL-20] settings of $what are saved for the wearer of whom they were read, also where the page shows somebody else meanwhile',
  async ({ paths, open }) => {
    fakeServer({
      devices: [aDevice()],
      further: statisticsAnswers(fakeStatistics({ settings: saved })),
    });
    const calls = watchCalls(...paths);
    keepSelected(ownWearer.id, { reload: false });
    const dialog = await open();
    const save = await dialog.findByRole('button', { name: 'Save' });
    const letThrough = calls.hold();
    await userEvent.click(save);
    await vi.waitFor(() => expect(calls.about).toEqual([['GET', ownWearer.id]]));
    keepSelected(somebodyElse, { reload: false });
    letThrough();
    await vi.waitFor(() => expect(calls.about).toContainEqual(['POST', ownWearer.id]));
    expect(calls.about).not.toContainEqual(['POST', somebodyElse]);
  },
);
