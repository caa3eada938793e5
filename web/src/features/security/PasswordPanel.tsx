import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CurrentPassword, NewPassword } from '@tealight/contract';
import { useRef } from 'react';
import * as z from 'zod/mini';
import { Form } from '../../components/forms/Form.tsx';
import { PasswordField } from '../../components/forms/PasswordField.tsx';
import { SubmitRow } from '../../components/forms/SubmitRow.tsx';
import { useFormValues } from '../../components/forms/use-form-values.ts';
import { Panel } from '../../components/Panel.tsx';
import { userQuery } from '../../data/queries.ts';
import { accountText } from '../../text/account.ts';
import { commonText } from '../../text/common.ts';
import { useChangePassword } from './use-change-password.ts';

const Change = z.object({ currentPassword: CurrentPassword, newPassword: NewPassword });
const empty = { currentPassword: '', newPassword: '' };

/** Changes the password (ACC-3). */
export function PasswordPanel() {
  const { data: user } = useQuery(userQuery);
  const panel = useRef<HTMLDivElement>(null);
  const startAgain = () => {
    form.clear();
    panel.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus();
  };
  const { change, isPending, isWrong, error, failureOf } = useChangePassword(() => startAgain());
  const form = useFormValues(Change, empty, error);
  const current = form.field('currentPassword');
  const failure = failureOf(current.value);
  const touched = Object.values(form.values).some((value) => value !== '');
  return (
    <Panel title={accountText.password.title} level={1}>
      <div ref={panel}>
        <Form
          form={{
            ...form,
            data: failure === undefined ? form.data : null,
            formErrors: isWrong ? [] : form.formErrors,
          }}
          busy={isPending}
          onSubmit={change}
        >
          <input
            type="email"
            name="email"
            autoComplete="username"
            value={user?.email ?? ''}
            readOnly
            hidden
          />
          <PasswordField
            {...current}
            error={failure ?? current.error}
            label={accountText.password.current}
            autoComplete="current-password"
          />
          <PasswordField
            {...form.field('newPassword')}
            label={commonText.fields.newPassword}
            autoComplete="new-password"
          />
          <SubmitRow
            label={commonText.save}
            busy={isPending}
            waitsFor={touched ? null : accountText.password.incomplete}
          >
            <Button variant="default" disabled={!touched} onClick={startAgain}>
              {commonText.cancel}
            </Button>
          </SubmitRow>
        </Form>
      </div>
    </Panel>
  );
}
