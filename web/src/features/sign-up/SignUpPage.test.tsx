import { resendConfirm, signUp, site } from '@tealight/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { failure, fakeCalls, noNetwork } from '../../../test/fake-calls.ts';
import { openApp } from '../../../test/on-app.ts';

const good = {
  'First name': 'Ada',
  'Last name': 'Moreno',
  Email: 'ada@example.org',
  Password: 'Secret123!',
};

async function fill(more: Partial<Record<keyof typeof good, string>> = {}, country = 'DE'): Promise<void> {
  for (const [label, text] of Object.entries({ ...good, ...more })) {
    if (text) await userEvent.type(await screen.findByLabelText(label), text);
  }
  await screen.findByRole('option', { name: 'Germany' });
  if (country) await userEvent.selectOptions(screen.getByLabelText('Country'), country);
}
const button = () => screen.getByRole('button', { name: 'Create account' });

describe('the form', () => {
  test('[SUP-1] asks for name, country, email and password, and links to terms, privacy and login', async () => {
    fakeCalls();
    openApp('/signup');
    const form = within(await screen.findByRole('main'));
    for (const label of ['First name', 'Last name', 'Country', 'Email', 'Password']) {
      expect(form.getByLabelText(label)).toBeVisible();
    }
    expect(form.getByRole('link', { name: 'terms' })).toHaveAttribute('target', '_blank');
    expect(form.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('target', '_blank');
    expect(form.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  });

  test('[SUP-1] lists the United States first, then every country by name', async () => {
    fakeCalls();
    openApp('/signup');
    await screen.findByRole('option', { name: 'Germany' });
    const [, first, ...others] = screen.getAllByRole('option').map(({ textContent }) => textContent ?? '');
    expect(first).toBe('United States');
    expect(others.length).toBeGreaterThan(200);
    expect(others).toEqual([...others].sort((a, b) => a.localeCompare(b)));
  });

  test.each([
    ['Email', '', ''],
    ['Email', 'a@b.cd', 'Invalid email'],
    ['Email', 'ada@example', 'Invalid email'],
    ['Password', 'secret123!', 'Password is not valid'],
    ['Password', '', ''],
  ] as const)('[SUP-3] cannot be sent while %s is “%s”', async (label, text, mistake) => {
    fakeCalls();
    openApp('/signup');
    await fill({ [label]: text });
    await userEvent.tab();
    expect(button()).toBeDisabled();
    if (mistake) expect(screen.getByText(mistake)).toBeVisible();
  });

  test('[SUP-3] can be sent as soon as email and password are right', async () => {
    fakeCalls();
    openApp('/signup');
    await fill({ 'First name': '', 'Last name': '' }, '');
    expect(button()).toBeEnabled();
  });

  test.each([
    ['First name', '', 'First name is required'],
    ['First name', 'A', 'First name needs at least 2 characters'],
    ['Last name', ' M ', 'Last name needs at least 2 characters'],
    ['Last name', '', 'Last name is required'],
  ] as const)('[SUP-2] is not sent with %s “%s”, and leads there', async (label, text, mistake) => {
    const { callsTo } = fakeCalls();
    openApp('/signup');
    await fill({ [label]: text });
    await userEvent.click(button());
    expect(screen.getByText(mistake)).toBeVisible();
    expect(screen.getByLabelText(label)).toHaveFocus();
    expect(callsTo(signUp.path)).toEqual([]);
  });

  test('[SUP-2] is not sent without a country', async () => {
    const { callsTo } = fakeCalls();
    openApp('/signup');
    await fill({}, '');
    await userEvent.click(button());
    expect(screen.getByText('Country is required')).toBeVisible();
    expect(callsTo(signUp.path)).toEqual([]);
  });
});

describe('creating an account', () => {
  test('[SUP-2] sends every text trimmed, as the specification names it', async () => {
    const { callsTo } = fakeCalls();
    openApp('/signup');
    await fill({ 'First name': '  Ada ', 'Last name': ' Moreno  ', Email: ' ada@example.org ' });
    await userEvent.click(button());
    await screen.findByText("Welcome! We're excited to have you.");
    expect(callsTo(signUp.path)[0]?.body).toEqual({
      firstname: 'Ada',
      lastname: 'Moreno',
      location: 'DE',
      email: 'ada@example.org',
      password: 'Secret123!',
      phoneNumber: null,
    });
  });

  test('[SUP-4] welcomes, asks to verify the email and offers to send the email again', async () => {
    const { callsTo } = fakeCalls();
    openApp('/signup');
    await fill();
    await userEvent.click(button());
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      "Welcome! We're excited to have you.",
    );
    expect(screen.getByText(/verify your email/)).toHaveTextContent('ada@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'resend the verification email' }));
    expect(await screen.findByText('Email sent')).toBeVisible();
    expect(callsTo(resendConfirm.path)).toMatchObject([
      { method: 'GET', query: { email: 'ada@example.org' } },
    ]);
  });

  test.each([
    ['refused', () => failure('too-many-tries')],
    ['lost on the way', noNetwork],
  ])('[SUP-5] a resend that is %s says so', async (_, answer) => {
    fakeCalls({ [resendConfirm.path]: answer });
    openApp('/signup');
    await fill();
    await userEvent.click(button());
    await userEvent.click(await screen.findByRole('button', { name: 'resend the verification email' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Email not sent, please try again');
  });

  test('a failed call keeps what was typed', async () => {
    fakeCalls({
      [signUp.path]: () => failure('invalid-input', { errors: { location: ['No such country'] } }),
    });
    openApp('/signup');
    await fill();
    await userEvent.click(button());
    expect(await screen.findByText('No such country')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Country')).toHaveFocus());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
    expect(screen.getByLabelText('Password')).toHaveValue('Secret123!');
  });

  test('where no mail server is set, a link to the outbox is shown', async () => {
    const links = { terms: '/', privacy: '/', deviceSetup: '/', faq: '/', contact: '/', setupGuide: '/' };
    fakeCalls({ [site.path]: { links, sources: [], dexcomSignIn: false, outbox: true } });
    openApp('/signup');
    await fill();
    await userEvent.click(button());
    expect(await screen.findByRole('link', { name: 'open the outbox' })).toHaveAttribute('href', '/outbox');
  });
});
