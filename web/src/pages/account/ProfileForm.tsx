import { Button, Group, TextInput } from '@mantine/core';
import { type CurrentUser, ProfileUpdate } from '@tealight/contract';
import { CountrySelect } from '../../ui/CountrySelect.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useEntry } from '../../ui/use-entry.ts';
import { type Profile, profileOf } from './profile.ts';

export type ProfileFormProps = {
  user: CurrentUser;
  busy: boolean;
  onSave: (profile: Profile) => void;
  onCancel: () => void;
};

/** Changes name and country; it saves only what differs from what is saved (ACC-1). */
export function ProfileForm({ user, busy, onSave, onCancel }: ProfileFormProps) {
  const saved = profileOf(user);
  const entry = useEntry<Profile, Profile & { resetUserPhoto: string }>(ProfileUpdate, saved);
  const differs = (Object.keys(saved) as (keyof Profile)[]).some(
    (name) => entry.values[name].trim() !== saved[name],
  );
  return (
    <Form
      entry={entry}
      busy={busy}
      onSubmit={({ firstName, lastName, location }) => onSave({ firstName, lastName, location })}
    >
      <TextField {...entry.field('firstName')} label="First name" autoComplete="given-name" {...needed} />
      <TextField {...entry.field('lastName')} label="Last name" autoComplete="family-name" {...needed} />
      <CountrySelect {...entry.field('location')} />
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
