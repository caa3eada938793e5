import { TextInput } from '@mantine/core';
import { type CurrentUser, ProfileUpdate } from '@tealight/contract';
import { useState } from 'react';
import { CountrySelect } from '../../components/forms/CountrySelect.tsx';
import { changedIn } from '../../components/forms/compared-values.ts';
import { Form } from '../../components/forms/Form.tsx';
import { SubmitRow } from '../../components/forms/SubmitRow.tsx';
import { TextField } from '../../components/forms/TextField.tsx';
import { useFormValues } from '../../components/forms/use-form-values.ts';
import { accountText } from '../../text/account.ts';
import { commonText } from '../../text/common.ts';
import { type Profile, profileOf } from './profile.ts';

export type ProfileFormProps = {
  user: CurrentUser;
  busy: boolean;
  /** The error of the last save. */
  error: unknown;
  /** What was changed here: another device may have changed the rest. */
  onSave: (changes: Partial<Profile>) => void;
  onCancel: () => void;
};

/** Edits name and country; Save is enabled only when a value differs from the saved one (ACC-1). */
export function ProfileForm({ user, busy, error, onSave, onCancel }: ProfileFormProps) {
  const [saved] = useState(() => profileOf(user));
  const form = useFormValues<Profile, Profile & { resetUserPhoto: string }>(ProfileUpdate, saved, error);
  const differs = (Object.keys(saved) as (keyof Profile)[]).some(
    (name) => form.values[name].trim() !== saved[name],
  );
  return (
    <Form
      form={form}
      busy={busy}
      takesFocus
      onSubmit={({ firstName, lastName, location }) =>
        onSave(changedIn(saved, { firstName, lastName, location }))
      }
    >
      <TextField
        {...form.field('firstName')}
        label={commonText.fields.firstName}
        autoComplete="given-name"
        {...needed}
      />
      <TextField
        {...form.field('lastName')}
        label={commonText.fields.lastName}
        autoComplete="family-name"
        {...needed}
      />
      <CountrySelect {...form.field('location')} />
      <TextInput
        label={accountText.profile.phone}
        value={user.phoneNumber ?? ''}
        disabled
        description={accountText.profile.phoneNotEditable}
      />
      <SubmitRow
        label={commonText.save}
        busy={busy}
        waitsFor={differs ? null : accountText.profile.unchanged}
        onCancel={onCancel}
      />
    </Form>
  );
}

const needed = { required: true, withAsterisk: false } as const;
