import {
  connectCalls,
  errorTextOf,
  type ListedWearer,
  noConnection,
  problemOf,
  rights,
} from '@tealight/contract';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { ownWearer } from '../../../test/fake-calls.ts';
import { followedBen, rightsOf } from '../../../test/fake-people.ts';
import { fakeServer } from '../../../test/fake-server.ts';
import { openPage } from '../../../test/on-page.ts';
import { dismiss } from '../../data/notices.ts';
import { session } from '../../data/session.ts';
import { accountClient } from '../../data/wearer/query-clients.ts';
import { followAddress } from '../../data/wearer/shown-wearer.ts';
import { wearersQuery } from '../../data/wearer/wearers.ts';
import { ConnectSource } from './ConnectSource.tsx';

const { path } = connectCalls.dexcom;
const title = errorTextOf('wrong-login', 'dexcom');

function goTo(address: string) {
  window.history.replaceState(null, '', address);
  followAddress();
}
afterEach(() => {
  dismiss();
  session.end();
  goTo('/');
});

/** A reader in the United States enters a Dexcom login for this wearer, which Dexcom refuses each time. */
async function refusedFor(wearer: ListedWearer) {
  const { world, calls } = fakeServer({ connection: noConnection });
  world.refused[path] = {
    status: 422,
    body: problemOf('source-refused', { title, errorCode: 'wrong-login' }),
  };
  session.begin('token');
  goTo(`/w/${wearer.id}/`);
  openPage(() => <ConnectSource saveLabel="Save" onConnected={() => {}} />);
  accountClient.setQueryData(wearersQuery.queryKey, { selected: ownWearer.id, wearers: [wearer] });
  await userEvent.click(await screen.findByRole('radio', { name: 'Dexcom' }));
  await userEvent.type(screen.getByLabelText('Username'), 'robin');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await press('Save');
  const where = await screen.findByLabelText('Where the Dexcom account was created');
  const sentRegions = () =>
    calls.filter((call) => call.path === path).map(({ body }) => (body as { region?: string }).region);
  return { where, sentRegions };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('[CON-5] the region of a Dexcom login that is refused', () => {
  test('is at first that of the owner’s country, which the server tries', async () => {
    const { where, sentRegions } = await refusedFor(ownWearer);
    expect(where).toHaveDisplayValue('United States');
    await press('Try the other region');
    await waitFor(() => expect(sentRegions()).toEqual([undefined, 'OUS']));
  });

  test('is not named to a carer, whose country says nothing about it, until one is chosen', async () => {
    const carer = followedBen({ role: 'carer', rights: rightsOf('carer', ...rights) });
    const { where, sentRegions } = await refusedFor(carer);
    expect(where).toHaveDisplayValue('Choose a region');
    expect(screen.queryByRole('button', { name: 'Try the other region' })).toBeNull();
    await userEvent.selectOptions(where, 'United States');
    await press('Save');
    await waitFor(() => expect(sentRegions()).toEqual([undefined, 'US']));
    await press('Try the other region');
    await waitFor(() => expect(sentRegions()).toEqual([undefined, 'US', 'OUS']));
  });
});
