import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../components/LoadError.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { userQuery } from '../../data/queries.ts';
import { accountText } from '../../text/account.ts';
import { commonText } from '../../text/common.ts';
import { BrowserPanel } from './BrowserPanel.tsx';
import { MailsPanel } from './MailsPanel.tsx';
import { PhotoPanel } from './PhotoPanel.tsx';
import { ProfilePanel } from './ProfilePanel.tsx';

/** The wearer's profile, photo and email settings. */
export function AccountPage() {
  const { data: user, isError, refetch } = useQuery(userQuery);
  return (
    <Page title={accountText.page}>
      <Stack gap="lg" maw="42rem" mx="auto">
        {user && <ProfilePanel user={user} />}
        {user && <PhotoPanel user={user} />}
        {user && <MailsPanel />}
        {user && <BrowserPanel />}
        {!user && (
          <Panel title={accountText.profile.title} level={1}>
            {isError ? (
              <LoadError onRetry={refetch} />
            ) : (
              <Skeleton height={260} radius="md" aria-label={commonText.loading} role="status" />
            )}
          </Panel>
        )}
      </Stack>
    </Page>
  );
}
