import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { GivenPassword, NewPassword } from '@tealight/contract';
import * as z from 'zod/mini';
import { Form } from '../../components/forms/Form.tsx';
import { PasswordField } from '../../components/forms/PasswordField.tsx';
import { useFormValues } from '../../components/forms/use-form-values.ts';
import { Panel } from '../../components/Panel.tsx';
import { userQuery } from '../../data/queries.ts';
import { useChangePassword } from './use-change-password.ts';

const Change = z.object({ currentPassword: GivenPassword, newPassword: NewPassword });
const empty = { currentPassword: '', newPassword: '' };

/** Changes the password (ACC-3). */
export function PasswordPanel() {
  const { data: user } = useQuery(userQuery);
  const form = useFormValues(Change, empty);
  const { change, isPending, failureOf } = useChangePassword(form.clear);
  const current = form.field('currentPassword');
  const failure = failureOf(current.value);
  const touched = Object.values(form.values).some((value) => value !== '');
  return (
    <Panel title="Reset Password" level={1}>
      <Form
        form={{ data: failure === undefined ? form.data : null, showAllErrors: form.showAllErrors }}
        busy={isPending}
        onSubmit={change}
      >
        <input type="email" name="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <PasswordField
          {...current}
          error={failure ?? current.error}
          label="Current password"
          autoComplete="current-password"
        />
        <PasswordField {...form.field('newPassword')} label="New password" autoComplete="new-password" />
        <Group gap="sm">
          <Button type="submit" disabled={!touched} loading={isPending}>
            Save
          </Button>
          <Button variant="default" disabled={!touched} onClick={form.clear}>
            Cancel
          </Button>
        </Group>
      </Form>
    </Panel>
  );
}
