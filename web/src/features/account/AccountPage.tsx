import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { LoadError } from '../../components/LoadError.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { userQuery } from '../../data/queries.ts';
import { paths } from '../../paths.ts';
import { accountText } from '../../text/account.ts';
import { commonText } from '../../text/common.ts';
import { peopleSwitchText } from '../../text/people/people-switch.ts';
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
        <PeoplePanel />
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

/** The way to the people whom one follows, and who follow. */
function PeoplePanel() {
  return (
    <Panel title={peopleSwitchText.account.title}>
      <Text mb="xs">{peopleSwitchText.account.about}</Text>
      <Anchor component={Link} to={paths.people}>
        {peopleSwitchText.account.open}
      </Anchor>
    </Panel>
  );
}
