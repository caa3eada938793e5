import { activeAlarms, changesPath, listWearers, wearerChangesPath } from '@tealight/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openAlarms, watchedAda } from '../../../../test/fake-alarms.ts';
import { failure, ownWearer } from '../../../../test/fake-calls.ts';
import { followedBen } from '../../../../test/fake-people.ts';
import { openStream } from '../../../../test/fake-wearers.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';

/** Event streams that stay open and silent. */
const streams = {
  [changesPath]: () => openStream().response,
  [wearerChangesPath]: () => openStream().response,
};

describe('the bar of alarms, where the list of people does not say whether they are on', () => {
  test('[ALM-33] is there while the list of people cannot be loaded: what is not known hides no alarm', async () => {
    openAlarms('/support', watchedAda(), { [`GET ${listWearers.path}`]: () => failure('unavailable') });
    localStorage.setItem('tealight-several-wearers', 'no');
    expect(await screen.findByText('Ada: Urgent low 52 mg/dL, 2 min ago')).toBeVisible();
    expect(screen.getByRole('button', { name: /Sound is off/ })).toBeVisible();
  });

  test('[ALM-33] is there, too, while nobody is known whose page it is', async () => {
    openAlarms('/support', watchedAda(), { [`GET ${listWearers.path}`]: () => failure('unavailable') });
    expect(await screen.findByText('This could not be loaded.')).toBeVisible();
    expect(await screen.findByText('Ada: Urgent low 52 mg/dL, 2 min ago')).toBeVisible();
  });

  test('[ALM-33] is there for others where the right to see the wearer of the page has ended', async () => {
    const state = { wearers: [{ ...ownWearer, hasAlarms: true }, followedBen()] };
    openAlarms(`/w/${followedBen().id}/support`, watchedAda(), {
      ...streams,
      [`GET ${listWearers.path}`]: () => ({ selected: ownWearer.id, ...state }),
    });
    await screen.findByRole('main', { name: 'Support' });
    state.wearers = [{ ...ownWearer, hasAlarms: true }];
    await accountClient.invalidateQueries();
    expect(await screen.findByRole('heading', { name: 'You no longer follow Ben' })).toBeVisible();
    expect(await screen.findByText('Ada: Urgent low 52 mg/dL, 2 min ago')).toBeVisible();
  });

  test('[ALM-33] does not take back with each new try that alarms may be missing', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const state = { isHeld: false };
    const { callsTo } = openAlarms('/support', watchedAda(), {
      ...streams,
      [activeAlarms.path]: () => (state.isHeld ? new Promise(() => {}) : failure('unavailable')),
    });
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(await screen.findByText(/Alarms may be missing/)).toBeVisible();
    state.isHeld = true;
    const before = callsTo(activeAlarms.path).length;
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(callsTo(activeAlarms.path).length).toBe(before + 1);
    expect(screen.getByText(/Alarms may be missing/)).toBeVisible();
  });

  test('[ALM-33] an alarm that is switched on while the list of people fails is shown', async () => {
    let list: unknown = { selected: ownWearer.id, wearers: [ownWearer] };
    openAlarms('/support', watchedAda(), { ...streams, [`GET ${listWearers.path}`]: () => list });
    await screen.findByRole('main', { name: 'Support' });
    list = failure('unavailable');
    await accountClient.invalidateQueries();
    expect(await screen.findByText('Ada: Urgent low 52 mg/dL, 2 min ago')).toBeVisible();
  });

  test('says nothing to who has no alarms, as far as the list of people tells', async () => {
    const state = { isDown: false };
    const list = { selected: ownWearer.id, wearers: [ownWearer] };
    const { callsTo } = openAlarms('/support', null, {
      ...streams,
      [`GET ${listWearers.path}`]: () => (state.isDown ? failure('unavailable') : list),
      [activeAlarms.path]: () => failure('unavailable'),
    });
    await screen.findByRole('main', { name: 'Support' });
    state.isDown = true;
    await accountClient.invalidateQueries();
    await waitFor(() => expect(callsTo(activeAlarms.path).length).toBeGreaterThan(1));
    expect(screen.queryByText(/Alarms may be missing/)).toBeNull();
    expect(screen.queryByText(/Alarms are on/)).toBeNull();
  });
});
