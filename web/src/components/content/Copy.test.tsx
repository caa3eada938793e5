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

type FakeClipboard = { writeText: (text: string) => Promise<void> } | undefined;
type Find = () => Promise<HTMLElement>;

/**
 * Presses the button, in a browser with this clipboard. Returns what is found from the press on: what it says is there
 * for two seconds, which a busy machine may take for the press.
 */
async function pressWith(clipboard: FakeClipboard, ...finds: Find[]): Promise<HTMLElement[]> {
  const user = userEvent.setup({ writeToClipboard: false });
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as Clipboard);
  render(
    <MantineProvider env="test">
      <Secret />
      <Notices />
    </MantineProvider>,
  );
  const found = Promise.all(finds.map((find) => find()));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  return found;
}
const copied = () => screen.findByText('Secret copied');
const byHand = /does not let this page copy\. The text is selected/;

test('[SHELL-11] copies, and says so aloud', async () => {
  const writeText = vi.fn(async () => {});
  const button = () => screen.findByRole('button', { name: 'Copied' });
  const [said, pressed] = await pressWith({ writeText }, copied, button);
  expect(said).toHaveRole('status');
  expect(pressed).toBeVisible();
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
  const [said] = await pressWith(clipboard, copied);
  expect(said).toHaveRole('status');
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
