import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failureOf } from '../data/call-failed.ts';
import { dismiss, notifyError, notifySuccess } from '../data/notices.ts';
import { Notices } from './Notices.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <MantineProvider env="test">
      <Notices />
    </MantineProvider>,
  );
});
afterEach(() => {
  act(() => {
    vi.runAllTimers();
  });
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const show = (notify: () => void) => act(notify);

describe('a notice', () => {
  test('[SHELL-9] closes automatically after 6000 ms', () => {
    show(() => notifySuccess('Email sent'));
    pass(5999);
    expect(screen.getByRole('status')).toHaveTextContent('Email sent');
    pass(1);
    expect(screen.queryByText('Email sent')).not.toBeInTheDocument();
  });

  test('[SHELL-9] can be closed', () => {
    show(() => notifySuccess('Email sent'));
    fireEvent.click(screen.getByRole('button', { name: 'Close notice' }));
    expect(screen.queryByText('Email sent')).not.toBeInTheDocument();
  });

  test('[SHELL-9] waits while somebody points at it, then takes the rest of its time', () => {
    show(() => notifySuccess('Email sent'));
    pass(5000);
    fireEvent.mouseEnter(screen.getByText('Email sent'));
    pass(60_000);
    fireEvent.mouseLeave(screen.getByText('Email sent'));
    pass(999);
    expect(screen.getByText('Email sent')).toBeInTheDocument();
    pass(1);
    expect(screen.queryByText('Email sent')).not.toBeInTheDocument();
  });

  test('[SHELL-9] waits while the keyboard is on it', () => {
    show(() => notifySuccess('Email sent'));
    const close = screen.getByRole('button', { name: 'Close notice' });
    act(() => close.focus());
    pass(60_000);
    expect(screen.getByText('Email sent')).toBeInTheDocument();
    act(() => close.blur());
    pass(6000);
    expect(screen.queryByText('Email sent')).not.toBeInTheDocument();
  });

  test('[SHELL-9] an error is announced at once and has a red icon', () => {
    show(() => notifyError('Network error'));
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('Network error');
    expect(alert.closest('[data-kind="error"]')?.querySelector('svg')).toBeInTheDocument();
  });

  test('[API-3] each message of a failed call is a notice of its own', () => {
    const body = { title: 'No', errors: { email: ['Invalid email'], password: ['Password is not valid'] } };
    show(() => notifyError(failureOf(400, body)));
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Invalid email',
      'Password is not valid',
    ]);
  });

  test('the same sentence twice is one notice, shown again', () => {
    show(() => notifyError('Network error'));
    pass(5000);
    show(() => notifyError('Network error'));
    pass(5000);
    expect(screen.getAllByText('Network error')).toHaveLength(1);
  });

  test('[SHELL-9] an error goes when what failed works again', () => {
    show(() => notifyError('Network error'));
    show(() => notifySuccess('Your choice has been saved'));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('Your choice has been saved');
  });

  test('one that is gone already may be dismissed again', () => {
    show(() => dismiss(-1));
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });
});
