import { Button, SimpleGrid } from '@mantine/core';
import { type CheckedBodyOf, SignUp, type signUp } from '@tealight/contract';
import { CountrySelect } from '../../ui/CountrySelect.tsx';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TermsNotice } from '../../ui/TermsNotice.tsx';
import { EmailField, TextField } from '../../ui/TextField.tsx';
import { useEntry } from '../../ui/use-entry.ts';

export type NewAccount = CheckedBodyOf<typeof signUp>;

const empty = { firstname: '', lastname: '', location: '', email: '', password: '' };

/** Who somebody is and how they sign in. */
export function SignUpForm({ busy, onSubmit }: { busy: boolean; onSubmit: (account: NewAccount) => void }) {
  const entry = useEntry<typeof empty, NewAccount>(SignUp, empty);
  const ready = entry.mistakeIn('email') === undefined && entry.mistakeIn('password') === undefined;
  return (
    <Form entry={entry} busy={busy} onSubmit={onSubmit}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextField {...entry.field('firstname')} label="First name" autoComplete="given-name" {...needed} />
        <TextField {...entry.field('lastname')} label="Last name" autoComplete="family-name" {...needed} />
      </SimpleGrid>
      <CountrySelect {...entry.field('location')} />
      <EmailField {...entry.field('email')} autoComplete="username" />
      <PasswordField {...entry.field('password')} label="Password" autoComplete="new-password" />
      <TermsNotice by="creating an account" />
      <Button type="submit" fullWidth disabled={!ready} loading={busy}>
        Create account
      </Button>
    </Form>
  );
}

const needed = { required: true, withAsterisk: false } as const;
