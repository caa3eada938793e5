import { activeAlarms, changesPath, listWearers, wearerChangesPath } from '@tealight/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openAlarms, watchedAda } from '../../../../test/fake-alarms.ts';
import { failure, ownWearer } from '../../../../test/fake-calls.ts';
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
