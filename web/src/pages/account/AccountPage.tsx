import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { userQuery } from '../../queries.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { MailsPanel } from './MailsPanel.tsx';
import { PhotoPanel } from './PhotoPanel.tsx';
import { ProfilePanel } from './ProfilePanel.tsx';

/** Who the wearer is: name and country, photo, and how we may write. */
export function AccountPage() {
  const { data: user, isError, refetch } = useQuery(userQuery);
  return (
    <Page title="My account">
      <Stack gap="lg" maw="42rem" mx="auto">
        {user && <ProfilePanel user={user} />}
        {user && <PhotoPanel user={user} />}
        {user && <MailsPanel />}
        {!user && (
          <Panel title="My account" level={1}>
            {isError ? (
              <Failed again={refetch} />
            ) : (
              <Skeleton height={260} radius="md" aria-label="Loading" role="status" />
            )}
          </Panel>
        )}
      </Stack>
    </Page>
  );
}
