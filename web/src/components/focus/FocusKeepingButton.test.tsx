import { Button, MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRef, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { theme } from '../../app/theme/theme.ts';
import { MenuButton } from '../MenuButton.tsx';
import { TextButton } from '../TextButton.tsx';

const inTheme = (content: ReactNode) => (
  <MantineProvider env="test" theme={theme}>
    {content}
  </MantineProvider>
);
const button = () => screen.getByRole('button');

/** A form with a field and its button, as it is and as it becomes. */
function openForm() {
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  const onClick = vi.fn();
  const form = (state: { loading?: boolean; disabled?: boolean }) =>
    inTheme(
      <form onSubmit={onSubmit}>
        <input aria-label="Name" />
        <Button type="submit" onClick={onClick} {...state}>
          Save
        </Button>
      </form>,
    );
  const { rerender } = render(form({}));
  return { onSubmit, onClick, become: (state: Parameters<typeof form>[0]) => rerender(form(state)) };
}

test('[SHELL-11] a button that waits keeps the focus, says that it is disabled, and sends nothing', async () => {
  const { onSubmit, onClick, become } = openForm();
  await userEvent.click(button());
  become({ loading: true });
  expect(button()).not.toBeDisabled();
  expect(button()).toHaveFocus();
  expect(button()).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(button());
  await userEvent.type(screen.getByLabelText('Name'), 'Ada{Enter}');
  // Something that is closed may give the focus back while it still waits.
  expect(button()).not.toBeDisabled();
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1]);
  become({ loading: false });
  expect(button()).not.toHaveAttribute('aria-disabled');
  await userEvent.click(button());
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([2, 2]);
});

test('[SHELL-11] a button that is disabled while it has the focus keeps it until it is left', async () => {
  const { onSubmit, become } = openForm();
  await userEvent.click(button());
  become({ disabled: true });
  expect(button()).toHaveFocus();
  expect(button()).not.toBeDisabled();
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
  await userEvent.tab({ shift: true });
  expect(button()).toBeDisabled();
  await userEvent.tab();
  expect(document.body).toHaveFocus();
});

test('[SHELL-11] it keeps the focus while another window has it', async () => {
  const { become } = openForm();
  await userEvent.click(button());
  button().dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  become({ disabled: true });
  expect(button()).not.toBeDisabled();
});

test('a button of a form that has no type sends nothing, and its reference is the element', async () => {
  const onSubmit = vi.fn();
  const ref = createRef<HTMLButtonElement>();
  render(
    inTheme(
      <form onSubmit={onSubmit}>
        <Button ref={ref}>More</Button>
      </form>,
    ),
  );
  await userEvent.click(button());
  expect(onSubmit).not.toHaveBeenCalled();
  expect(ref.current).toBe(button());
});

test.each([
  [
    'the panel around it',
    (content: ReactNode) => (
      <main>
        <section data-testid="next">{content}</section>
      </main>
    ),
  ],
  ['the page, without a panel', (content: ReactNode) => <main data-testid="next">{content}</main>],
  [
    'the page, from a notice',
    (content: ReactNode) => (
      <>
        <main data-testid="next" />
        <div>{content}</div>
      </>
    ),
  ],
])('[SHELL-11] a button that goes gives the focus to %s', async (_, around) => {
  const page = (content: ReactNode) => inTheme(around(content));
  const { rerender } = render(page(<Button>Done</Button>));
  await userEvent.click(button());
  rerender(page(null));
  expect(screen.getByTestId('next')).toHaveFocus();
});

test.each([
  ['a link', () => <TextButton onClick={() => {}}>Show 3 more</TextButton>],
  ['a menu', () => <MenuButton entries={[]}>Snooze</MenuButton>],
])('[SHELL-11] so does a button that looks like %s', (_, content) => {
  const page = (inside: ReactNode) => inTheme(<section data-testid="panel">{inside}</section>);
  const { rerender } = render(page(content()));
  button().focus();
  rerender(page(null));
  expect(screen.getByTestId('panel')).toHaveFocus();
});

test('[SHELL-11] a button that goes without the focus leaves it where it is', () => {
  const page = (content: ReactNode) =>
    inTheme(
      <main>
        <input aria-label="Name" />
        {content}
      </main>,
    );
  const { rerender } = render(page(<Button>Done</Button>));
  screen.getByLabelText('Name').focus();
  rerender(page(null));
  expect(screen.getByLabelText('Name')).toHaveFocus();
});

test('[SHELL-11] the focus of a dialog that goes is left to what has opened it', async () => {
  const page = (content: ReactNode) => inTheme(<main>{content}</main>);
  const { rerender } = render(
    page(
      <dialog open>
        <Button>Leave</Button>
      </dialog>,
    ),
  );
  await userEvent.click(button());
  rerender(page(null));
  await Promise.resolve();
  expect(document.body).toHaveFocus();
});
