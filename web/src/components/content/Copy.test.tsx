import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Notices } from '../../app/Notices.tsx';
import { dismiss } from '../../data/notices.ts';
import { Copy } from './Copy.tsx';

/** The older way to copy, which jsdom does not have; what is selected is what it copies. */
const execCommand = vi.fn((_command: string) => true);

beforeEach(() => {
  document.execCommand = execCommand;
  execCommand.mockClear().mockReturnValue(true);
});
afterEach(() => {
  dismiss();
  vi.restoreAllMocks();
});

function Secret() {
  const shown = useRef<HTMLElement>(null);
  return (
    <>
      <p>
        The secret: <code ref={shown}>k7m2q</code>
      </p>
      <Copy value="k7m2q" shown={shown} copied="Secret copied">
        {(isCopied, copy) => (
          <button type="button" onClick={copy}>
            {isCopied ? 'Copied' : 'Copy'}
          </button>
        )}
      </Copy>
    </>
  );
}

/** Presses the button, in a browser with this clipboard. */
async function pressWith(clipboard: { writeText: (text: string) => Promise<void> } | undefined) {
  const user = userEvent.setup({ writeToClipboard: false });
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as Clipboard);
  render(
    <MantineProvider env="test">
      <Secret />
      <Notices />
    </MantineProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Copy' }));
}
const byHand = /does not let this page copy\. The text is selected/;

test('[SHELL-11] copies, and says so aloud', async () => {
  const writeText = vi.fn(async () => {});
  await pressWith({ writeText });
  expect(await screen.findByText('Secret copied')).toHaveRole('status');
  expect(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(writeText).toHaveBeenCalledExactlyOnceWith('k7m2q');
  expect(execCommand).not.toHaveBeenCalled();
});

test.each([
  ['without a clipboard, as without HTTPS', undefined],
  [
    'where its use is forbidden',
    { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) },
  ],
])('[SHELL-11] %s, the older way copies', async (_, clipboard) => {
  await pressWith(clipboard);
  expect(await screen.findByText('Secret copied')).toHaveRole('status');
  expect(execCommand).toHaveBeenCalledExactlyOnceWith('copy');
  expect(String(getSelection())).toBe('k7m2q');
  expect(screen.queryByText(byHand)).toBeNull();
});

test('[SHELL-11] what cannot be copied is selected, and nothing says that it was copied', async () => {
  execCommand.mockReturnValue(false);
  await pressWith(undefined);
  expect(await screen.findByText(byHand)).toHaveRole('alert');
  expect(String(getSelection())).toBe('k7m2q');
  expect(screen.queryByText(/copied$/i)).toBeNull();
});
