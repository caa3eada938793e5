import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openAlarms, urgentLow, watchedAda } from '../../../../test/fake-alarms.ts';
import { fakePush } from '../../../../test/fake-push.ts';
import { minutesAgo } from '../../../../test/fake-server.ts';
import { currentAddress } from '../../../../test/on-app.ts';

const icon = () => decodeURIComponent(document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? '');

beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
});
afterEach(() => vi.unstubAllGlobals());

describe('the icon of the tab', () => {
  test('[ALM-33] is a red warning while an urgent low sounds, a blue one for a milder alarm', async () => {
    openAlarms('/support', watchedAda());
    await waitFor(() => expect(icon()).toContain('fill="#c9150a"'));
    document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
    openAlarms('/support', watchedAda({ alarms: [urgentLow({ kind: 'high', value: 260 })] }));
    await waitFor(() => expect(icon()).toContain('fill="#1257b8"'));
  });

  test('[ALM-33] is Tealight’s own while the alarm is silent', async () => {
    const quiet = urgentLow({ rangAt: minutesAgo(10) });
    openAlarms('/support', watchedAda({ alarms: [quiet] }));
    await screen.findByText(/^Ada: Urgent low 52 mg\/dL/);
    expect(icon()).toBe('/favicon.svg');
  });
});

describe('a notification that is pressed while a page is open', () => {
  test('[ALM-33] [ALM-35] opens the alarm without loading the page again, and says so', async () => {
    const { send } = fakePush();
    openAlarms('/support', watchedAda());
    await screen.findByRole('region', { name: 'Alarms' });
    const answered = vi.fn();
    act(() => send({ open: '/alarms' }, [{ postMessage: answered } as unknown as MessagePort]));
    await waitFor(() => expect(currentAddress()).toBe('/alarms'));
    expect(answered).toHaveBeenCalledOnce();
  });

  test.each(['https://elsewhere.example/', '//elsewhere.example/', 7])(
    '[ALM-35] opens nothing but a path of this site: %s',
    async (address) => {
      const { send } = fakePush();
      openAlarms('/support', watchedAda());
      await screen.findByRole('region', { name: 'Alarms' });
      act(() => send({ open: address }));
      expect(currentAddress()).toBe('/support');
    },
  );
});
