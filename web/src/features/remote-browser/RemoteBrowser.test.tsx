import { MantineProvider } from '@mantine/core';
import type { BrowserEvent, BrowserEventArguments } from '@tealight/contract';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { BrowserHubEvent, Listeners } from './browser-hub.ts';
import { RemoteBrowser } from './RemoteBrowser.tsx';

const login = { captchaUrl: 'https://vendor.example/authorize?x=1', username: 'robin', password: 'secret' };

/** A fake hub that records calls; `says` sends an event to the page. */
function fakeHub() {
  const connections: Listeners[] = [];
  const invoked = vi.fn(async (..._call: unknown[]): Promise<unknown> => null);
  const close = vi.fn(async () => {});
  const open = vi.fn(async (listeners: Listeners) => {
    connections.push(listeners);
    return { invoke: invoked as never, close };
  });
  return {
    open,
    invoked,
    close,
    says: <E extends BrowserEvent>(event: E, ...args: BrowserEventArguments<E>) =>
      act(async () => connections.at(-1)?.onEvent({ event, args } as BrowserHubEvent)),
    changeState: (how: 'lost' | 'back' | 'closed') => act(async () => connections.at(-1)?.onStateChange(how)),
  };
}

async function shown(hub = fakeHub()) {
  const [onCode, onClose] = [vi.fn(), vi.fn()];
  const view = render(
    <MantineProvider env="test">
      <RemoteBrowser login={login} onCode={onCode} onClose={onClose} open={hub.open} />
    </MantineProvider>,
  );
  await act(async () => {});
  const canvas = screen.getByTestId('remote-screen');
  canvas.getBoundingClientRect = () => ({ left: 100, top: 50, width: 540, height: 360 }) as DOMRect;
  return { ...hub, ...view, onCode, onClose, canvas };
}

const drawn = vi.fn();
beforeEach(() => {
  drawn.mockClear();
  // What jsdom lacks.
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
  };
  HTMLCanvasElement.prototype.getContext = (() => ({ drawImage: drawn, clearRect: drawn })) as never;
  vi.stubGlobal('createImageBitmap', async () => ({ close() {} }));
  return () => vi.unstubAllGlobals();
});

describe('[HUB-2] the remote browser', () => {
  test('begins at the address that was handed out, with what was typed, at its size', async () => {
    const { invoked } = await shown();
    expect(invoked.mock.calls).toEqual([
      ['StartCaptchaSession', login.captchaUrl, login.username, login.password, 1080, 720],
    ]);
  });

  test('draws the page, and clears it when the session stops', async () => {
    const { says } = await shown();
    await says('ScreenshotUpdate', btoa('jpeg'));
    expect(drawn).toHaveBeenLastCalledWith(expect.anything(), 0, 0, 1080, 720);
    await says('SessionStopped');
    expect(drawn).toHaveBeenLastCalledWith(0, 0, 1080, 720);
  });

  test('sends nothing to a session that has stopped, and can begin another one', async () => {
    const { says, changeState, invoked, open, canvas } = await shown();
    await says('PageLoaded');
    await says('SessionStopped');
    fireEvent.click(canvas, { clientX: 300, clientY: 150 });
    await changeState('back');
    expect(invoked).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('status')).toHaveTextContent('The session has ended');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(open).toHaveBeenCalledTimes(2);
    expect(invoked).toHaveBeenCalledTimes(2);
  });

  test('keeps the reason why a session has stopped', async () => {
    const { says } = await shown();
    await says('SessionError', 'Too many people are signing in just now', 'busy');
    await says('SessionStopped');
    expect(screen.getByRole('alert')).toHaveTextContent('Too many people');
  });

  test('[CON-7] sends where a click is on the picture, and how large the picture is', async () => {
    const { invoked, canvas } = await shown();
    fireEvent.click(canvas, { clientX: 300, clientY: 150 });
    expect(invoked).toHaveBeenLastCalledWith('SendClick', 200, 100, 540, 360);
  });

  test('[CON-7] sends keys, text that is pasted, and turns of the wheel', async () => {
    const { invoked, canvas } = await shown();
    canvas.focus();
    await userEvent.keyboard('é{Enter}');
    fireEvent.paste(canvas, { clipboardData: { getData: () => 'pasted secret' } });
    fireEvent.wheel(canvas, { deltaY: 100, clientX: 100, clientY: 50 });
    await act(async () => {});
    expect(invoked.mock.calls.slice(1)).toEqual([
      ['SendText', 'é'],
      ['SendKey', 'Enter'],
      ['SendText', 'pasted secret'],
      ['SendWheel', 0, 0, 0, 100, 540, 360],
    ]);
  });

  test('an on-screen keyboard’s changes arrive as letters and erasures', async () => {
    const { invoked } = await shown();
    const field = screen.getByLabelText('Type into the sign-in page');
    fireEvent.input(field, { target: { value: '\u00a0abc' } });
    fireEvent.input(field, { target: { value: '\u00a0abd' } });
    fireEvent.input(field, { target: { value: '' } });
    expect(invoked.mock.calls.slice(1).map((call) => call.slice(0, 2))).toEqual([
      ['SendText', 'abc'],
      ['SendKey', 'Backspace'],
      ['SendText', 'd'],
      ...Array.from({ length: 4 }, () => ['SendKey', 'Backspace']),
    ]);
  });

  test('[CON-7] hands over the code, once', async () => {
    const { says, onCode } = await shown();
    await says('CaptchaCodeDetected', 'the code', 'session');
    await says('CaptchaCodeDetected', 'the code', 'session');
    await says('SessionStopped');
    expect(onCode.mock.calls).toEqual([['the code']]);
  });
});

describe('the window of the remote browser', () => {
  test('is named, says how it stands and what the puzzle is for', async () => {
    const { says } = await shown();
    expect(screen.getByRole('dialog', { name: 'Sign in at CareLink' })).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('Opening CareLink');
    await says('PageLoaded');
    expect(screen.getByRole('status')).toHaveTextContent('Solve the puzzle');
    await says('CaptchaSolved');
    expect(screen.getByRole('status')).toHaveTextContent('solved');
    const canvas = screen.getByRole('application', { name: 'Sign-in page of CareLink' });
    expect(canvas).toHaveAccessibleDescription(/Escape to leave/);
  });

  test('gives the keyboard to the page once it is there', async () => {
    const { says, canvas } = await shown();
    await says('PageLoaded');
    expect(canvas).toHaveFocus();
  });

  test('has a way out at every moment, which ends the session', async () => {
    const { onClose, unmount, close } = await shown();
    await userEvent.click(screen.getByRole('button', { name: 'Close without signing in' }));
    expect(onClose).toHaveBeenCalledOnce();
    unmount();
    await act(async () => {});
    expect(close).toHaveBeenCalled();
  });

  test('[SHELL-11] gives the focus back to what had it when it leaves the page', async () => {
    const opener = document.body.appendChild(document.createElement('button'));
    opener.focus();
    const { unmount } = await shown();
    screen.getByRole('button', { name: /Close/ }).focus();
    unmount();
    expect(opener).toHaveFocus();
    opener.remove();
  });

  test('leaves Escape to the browser, which closes the window', async () => {
    const { invoked, canvas, onClose } = await shown();
    canvas.focus();
    await userEvent.keyboard('{Escape}');
    expect(invoked).toHaveBeenCalledTimes(1);
    act(() => screen.getByRole<HTMLDialogElement>('dialog').close());
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('says what went wrong and offers to try again', async () => {
    const { says, open, invoked } = await shown();
    await says('SessionError', 'Too many people are signing in just now. Try again in a few minutes', 'busy');
    expect(screen.getByRole('alert')).toHaveTextContent('Too many people');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(open).toHaveBeenCalledTimes(2);
    expect(invoked).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('offers no second try where only another sign-in helps', async () => {
    const { says } = await shown();
    await says('SessionError', 'This sign-in has expired', 'not-yours');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Close' })).toBeVisible();
  });
});

describe('[HUB-3] the log of the remote browser', () => {
  const logged = () => screen.getByText(/\d\d:\d\d:\d\d /).textContent ?? '';

  test('keeps the last fifty lines', async () => {
    const { says } = await shown();
    for (let turn = 0; turn < 60; turn += 1) await says('PageLoaded');
    await says('SessionError', 'The end', 'crashed');
    const lines = logged().split('\n');
    expect(lines).toHaveLength(50);
    expect(lines.at(-1)).toMatch(/Session error$/);
  });

  test('tells of a line that is lost, comes back and is closed', async () => {
    const { changeState, invoked } = await shown();
    await changeState('lost');
    expect(screen.getByRole('status')).toHaveTextContent('Trying again');
    await changeState('back');
    expect(invoked).toHaveBeenCalledTimes(2);
    await changeState('closed');
    expect(logged()).toMatch(/Reconnecting\n.*Reconnected\n.*Connection closed/);
  });

  test('tells of failures, which nobody is interrupted by', async () => {
    const hub = fakeHub();
    hub.invoked.mockRejectedValue(new Error('no'));
    const { canvas } = await shown(hub);
    fireEvent.click(canvas, { clientX: 300, clientY: 150 });
    await act(async () => {});
    expect(logged()).toMatch(/Error starting session\n.*Error sending click/);
  });

  test('tells of a connection that fails', async () => {
    const hub = fakeHub();
    hub.open.mockRejectedValue(new Error('no'));
    await shown(hub);
    expect(logged()).toMatch(/Connection failed/);
    expect(screen.getByRole('alert')).toHaveTextContent('no connection');
  });
});
