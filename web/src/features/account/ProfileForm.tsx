import { Button, Group, TextInput } from '@mantine/core';
import { type CurrentUser, ProfileUpdate } from '@tealight/contract';
import { CountrySelect } from '../../components/forms/CountrySelect.tsx';
import { Form } from '../../components/forms/Form.tsx';
import { TextField } from '../../components/forms/TextField.tsx';
import { useFormValues } from '../../components/forms/use-form-values.ts';
import { type Profile, profileOf } from './profile.ts';

export type ProfileFormProps = {
  user: CurrentUser;
  busy: boolean;
  onSave: (profile: Profile) => void;
  onCancel: () => void;
};

/** Edits name and country; Save is enabled only when a value differs from the saved one (ACC-1). */
export function ProfileForm({ user, busy, onSave, onCancel }: ProfileFormProps) {
  const saved = profileOf(user);
  const form = useFormValues<Profile, Profile & { resetUserPhoto: string }>(ProfileUpdate, saved);
  const differs = (Object.keys(saved) as (keyof Profile)[]).some(
    (name) => form.values[name].trim() !== saved[name],
  );
  return (
    <Form
      form={form}
      busy={busy}
      onSubmit={({ firstName, lastName, location }) => onSave({ firstName, lastName, location })}
    >
      <TextField {...form.field('firstName')} label="First name" autoComplete="given-name" {...needed} />
      <TextField {...form.field('lastName')} label="Last name" autoComplete="family-name" {...needed} />
      <CountrySelect {...form.field('location')} />
      <TextInput
        label="Phone"
        value={user.phoneNumber ?? ''}
        disabled
        description="The phone number cannot be changed here"
      />
      <Group gap="sm">
        <Button type="submit" disabled={!differs} loading={busy}>
          Save
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Form>
  );
}

const needed = { required: true, withAsterisk: false } as const;
