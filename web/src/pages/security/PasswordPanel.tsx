import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { GivenPassword, NewPassword } from '@tealight/contract';
import * as z from 'zod/mini';
import { userQuery } from '../../queries.ts';
import { Form } from '../../ui/Form.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useEntry } from '../../ui/use-entry.ts';
import { useChangePassword } from './use-change-password.ts';

const Change = z.object({ currentPassword: GivenPassword, newPassword: NewPassword });
const empty = { currentPassword: '', newPassword: '' };

/** A new password for the present one (ACC-3). */
export function PasswordPanel() {
  const { data: user } = useQuery(userQuery);
  const entry = useEntry(Change, empty);
  const { change, isPending, refusalOf } = useChangePassword(entry.clear);
  const current = entry.field('currentPassword');
  const refusal = refusalOf(current.value);
  const touched = Object.values(entry.values).some((value) => value !== '');
  return (
    <Panel title="Reset Password" level={1}>
      <Form
        entry={{ data: refusal === undefined ? entry.data : null, showAll: entry.showAll }}
        busy={isPending}
        onSubmit={change}
      >
        <input type="email" name="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <PasswordField
          {...current}
          error={refusal ?? current.error}
          label="Current password"
          autoComplete="current-password"
        />
        <PasswordField {...entry.field('newPassword')} label="New password" autoComplete="new-password" />
        <Group gap="sm">
          <Button type="submit" disabled={!touched} loading={isPending}>
            Save
          </Button>
          <Button variant="default" disabled={!touched} onClick={entry.clear}>
            Cancel
          </Button>
        </Group>
      </Form>
    </Panel>
  );
}
