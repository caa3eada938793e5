import { listSessions, recentActivity } from '@tealight/contract';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { failure, fakeCalls } from '../../../test/fake-calls.ts';
import { openApp } from '../../../test/on-app.ts';

function open(activity: unknown) {
  const server = fakeCalls({
    [listSessions.path]: { sessions: [] },
    [recentActivity.path]: activity,
  });
  openApp('/security', 'token');
  return server;
}
const panel = async () => within(await screen.findByRole('region', { name: 'Recent activity' }));
const entry = (kind: string, hour: number) => ({
  kind,
  at: `2026-11-20T${String(hour).padStart(2, '0')}:00:00Z`,
  device: 'Firefox on Linux',
});

test('[ACC-3] recent activity says what was done, when, and with which device', async () => {
  open({ activity: [entry('code-renewed', 11), entry('signed-in', 10)] });
  const items = await (await panel()).findAllByRole('listitem');
  expect(items).toHaveLength(2);
  expect(items[0]).toHaveTextContent(/New connection code.*2026.*Firefox on Linux/);
  expect(items[1]).toHaveTextContent('Signed in from a new place');
});

test('a long list shows its latest entries until all are asked for', async () => {
  open({ activity: Array.from({ length: 15 }, (_, hour) => entry('source-connected', 20 - hour)) });
  expect(await (await panel()).findAllByRole('listitem')).toHaveLength(10);
  await userEvent.click((await panel()).getByRole('button', { name: 'Show all' }));
  expect((await panel()).getAllByRole('listitem')).toHaveLength(15);
  expect((await panel()).queryByRole('button', { name: 'Show all' })).not.toBeInTheDocument();
});

test('no activity is said in words', async () => {
  open({ activity: [] });
  expect(await (await panel()).findByText('No activity in the last 90 days.')).toBeVisible();
});

test('while it loads it says so', async () => {
  open(() => new Promise(() => {}));
  expect(await (await panel()).findByRole('status', { name: 'Loading' })).toBeInTheDocument();
});

test('a list that could not be loaded can be asked for again', async () => {
  open(() => failure('our-fault'));
  expect(await (await panel()).findByRole('button', { name: 'Try again' })).toBeVisible();
});
