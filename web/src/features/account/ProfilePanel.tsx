import type { CurrentUser } from '@tealight/contract';
import { useState } from 'react';
import { Facts } from '../../components/Facts.tsx';
import { useCountries } from '../../components/forms/countries.ts';
import { Panel } from '../../components/Panel.tsx';
import { TextButton } from '../../components/TextButton.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { useSaveProfile } from './use-save-profile.ts';

/** Shows and edits name and country. */
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
