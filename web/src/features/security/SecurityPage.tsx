import { Stack } from '@mantine/core';
import { Page } from '../../components/Page.tsx';
import { accountText } from '../../text/account.ts';
import { ActivityPanel } from './ActivityPanel.tsx';
import { DataPanel } from './DataPanel.tsx';
import { DeletePanel } from './DeletePanel.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';

/** Password, sessions, activity, data export and account deletion. */
export function SecurityPage() {
  return (
    <Page title={accountText.security.page}>
      <Stack gap="lg" maw="42rem" mx="auto">
        <PasswordPanel />
        <SessionsPanel />
        <ActivityPanel />
        <DataPanel />
        <DeletePanel />
      </Stack>
    </Page>
  );
}
