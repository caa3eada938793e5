import { noConnection } from '@tealight/contract';
import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../test/fake-server.ts';
import { openPage } from '../../../test/on-page.ts';
import { DashboardPage } from './DashboardPage.tsx';

const panels = ['CGM Connection', 'Time in range', 'Range Setup', 'Device Connection Code'];

describe('the dashboard', () => {
  test('[DASH-1] [DASH-3] [DASH-4] draws its panels at once, and the reading in its place', async () => {
    fakeServer();
    openPage(DashboardPage);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(screen.queryByRole('region')).toBeNull();
    expect(await screen.findByRole('region', { name: 'CGM Connection' })).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual(
      panels,
    );
    expect(await screen.findByText('112')).toBeVisible();
  });

  test('[DASH-7] has its panels in the document as on the screen, where the range is beside the reading', async () => {
    fakeServer();
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: media === '(width > 56rem)',
      media,
      addEventListener() {},
      removeEventListener() {},
    }));
    openPage(DashboardPage);
    await screen.findByRole('region', { name: 'CGM Connection' });
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'CGM Connection',
      'Range Setup',
      'Time in range',
      'Device Connection Code',
    ]);
    vi.unstubAllGlobals();
  });

  test('brings its forms along where they are needed first', async () => {
    const { world } = fakeServer({ connection: noConnection });
    world.user = { ...world.user, rangeSetup: null };
    openPage(DashboardPage);
    await screen.findByRole('region', { name: 'CGM Connection' });
    expect(screen.getByRole('radio', { name: 'Dexcom' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'High' })).toBeVisible();
  });

  test('does not wait for ever where nothing can be found out', async () => {
    const broken = { status: 500, body: { title: 'Our fault' } };
    const paths = ['Readings/cgm-connection', 'Readings/current-user-readings', 'UserProfile/current-user'];
    fakeServer({ refused: Object.fromEntries(paths.map((path) => [`/api/v1/${path}`, broken])) });
    openPage(DashboardPage);
    expect(await screen.findByText('Tealight has a problem')).toBeVisible();
    for (const unset of ['Not connected', 'Not set']) expect(screen.queryByText(unset)).toBeNull();
  });
});
