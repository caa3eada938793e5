import type { CurrentUser } from '@tealight/contract';
import { useState } from 'react';
import { Facts } from '../../components/Facts.tsx';
import { useFocusAfterRender } from '../../components/focus/use-focus-after-render.ts';
import { useCountries } from '../../components/forms/countries.ts';
import { Panel } from '../../components/Panel.tsx';
import { TextButton } from '../../components/TextButton.tsx';
import { accountText } from '../../text/account.ts';
import { commonText } from '../../text/common.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { useSaveProfile } from './use-save-profile.ts';

/** Shows and edits name and country. */
export function ProfilePanel({ user }: { user: CurrentUser }) {
  const [editing, setEditing] = useState(false);
  const editButton = useFocusAfterRender<HTMLButtonElement>();
  const close = () => {
    setEditing(false);
    editButton.focus();
  };
  const save = useSaveProfile(close);
  const edit = (
    <TextButton ref={editButton.target} underline="hover" fw={500} onClick={() => setEditing(true)}>
      {commonText.edit}
    </TextButton>
  );
  return (
    <Panel title={accountText.profile.title} level={1} aside={!editing && edit}>
      {editing ? (
        <ProfileForm
          user={user}
          busy={save.isPending}
          error={save.error}
          onSave={(profile) => save.mutate({ profile })}
          onCancel={() => {
            save.reset();
            close();
          }}
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
        [commonText.fields.firstName, user.firstName || '–'],
        [commonText.fields.lastName, user.lastName || '–'],
        [commonText.fields.country, country || '–'],
        [commonText.fields.email, user.email || '–'],
        [accountText.profile.phone, user.phoneNumber || '–'],
      ]}
    />
  );
}
