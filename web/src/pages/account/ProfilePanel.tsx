import type { CurrentUser } from '@tealight/contract';
import { useState } from 'react';
import { useCountries } from '../../ui/countries.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { useSaveProfile } from './use-save-profile.ts';

/** Name and country, to look at and to change. */
export function ProfilePanel({ user }: { user: CurrentUser }) {
  const [editing, setEditing] = useState(false);
  const save = useSaveProfile(() => setEditing(false));
  const edit = (
    <TextButton underline="hover" fw={500} onClick={() => setEditing(true)}>
      Edit
    </TextButton>
  );
  return (
    <Panel title="My account" level={1} aside={!editing && edit}>
      {editing ? (
        <ProfileForm
          user={user}
          busy={save.isPending}
          onSave={(profile) => save.mutate({ profile })}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <Shown user={user} />
      )}
    </Panel>
  );
}

function Shown({ user }: { user: CurrentUser }) {
  const countries = useCountries();
  const country = countries.find(({ code }) => code === user.location)?.name ?? user.location;
  return (
    <Facts
      facts={[
        ['First name', user.firstName || '–'],
        ['Last name', user.lastName || '–'],
        ['Country', country || '–'],
        ['Email', user.email || '–'],
        ['Phone', user.phoneNumber || '–'],
      ]}
    />
  );
}
