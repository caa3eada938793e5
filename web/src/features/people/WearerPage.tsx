import { Button, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ListedWearer } from '@tealight/contract';
import { Link, useParams } from 'react-router';
import { AccentInitial } from '../../components/AccentInitial.tsx';
import { Loading } from '../../components/LoadError.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useAnswer } from '../../data/use-answer.ts';
import { accountClient } from '../../data/wearer/query-clients.ts';
import { nameOf, wearersQuery } from '../../data/wearer/wearers.ts';
import { paths, wearerPath } from '../../paths.ts';
import { peopleText } from '../../text/people/list.ts';
import { manageText } from '../../text/people/manage.ts';
import { DetailsPanel } from './details/DetailsPanel.tsx';
import { FollowingPanel } from './details/FollowingPanel.tsx';
import { FollowersPanel } from './followers/FollowersPanel.tsx';
import classes from './manage.module.css';
import { AuditPanel } from './ownership/AuditPanel.tsx';
import { HandOverPanel } from './ownership/HandOverPanel.tsx';
import { RemovalPanel } from './ownership/RemovalPanel.tsx';
import { polled } from './queries.ts';
import { InvitationsPanel } from './sharing/InvitationsPanel.tsx';
import { ShareLinksPanel } from './sharing/ShareLinksPanel.tsx';

/** Others decide what the reader may do here, and for how long. */
const polledWearers = { ...wearersQuery, ...polled };

/** Where one wearer is managed: each panel is there for who has the right. */
export function WearerPage() {
  const { id } = useParams();
  const { data, isError, refetch } = useAnswer(useQuery(polledWearers, accountClient));
  const wearer = data?.wearers.find((one) => one.id === id);
  if (data === undefined) {
    return (
      <Page title={peopleText.page}>
        <Loading {...{ isError, refetch }} height={240} />
      </Page>
    );
  }
  return wearer === undefined ? (
    <Gone />
  ) : (
    <Managed
      key={wearer.id}
      wearer={wearer}
      isOnlyOwn={data.wearers.filter(({ role }) => role === 'owner').length === 1}
    />
  );
}

function Managed({ wearer, isOnlyOwn }: { wearer: ListedWearer; isOnlyOwn: boolean }) {
  const name = nameOf(wearer);
  const has = (right: ListedWearer['rights'][number]) => wearer.rights.includes(right);
  return (
    <Page title={manageText.page({ name })}>
      <div className={classes.head}>
        <h1>
          <AccentInitial name={name} accent={wearer.accent} />
          {name}
        </h1>
        <Button
          component={Link}
          to={paths.people}
          variant="subtle"
          size="sm"
          leftSection={<IconArrowLeft size={18} aria-hidden />}
        >
          {manageText.back}
        </Button>
        <Button component={Link} to={wearerPath(wearer.id)} variant="default" size="sm">
          {manageText.open}
        </Button>
      </div>
      <div className={classes.panels}>
        <div className={classes.column}>
          {has('details') && <DetailsPanel wearer={wearer} />}
          {wearer.role !== 'owner' && <FollowingPanel wearer={wearer} />}
          <HandOverPanel wearer={wearer} />
        </div>
        {(has('invite') || has('links')) && (
          <div className={classes.column}>
            {has('invite') && <FollowersPanel wearer={wearer} />}
            {has('invite') && <InvitationsPanel wearer={wearer} />}
            {has('links') && <ShareLinksPanel wearer={wearer} />}
          </div>
        )}
        {has('audit') && <AuditPanel wearer={wearer} />}
        {has('delete') && <RemovalPanel wearer={wearer} isOnlyOwn={isOnlyOwn} />}
      </div>
    </Page>
  );
}

/** An unknown wearer and one that I no longer follow look alike (PPL-14). */
function Gone() {
  return (
    <Page title={peopleText.page}>
      <Panel title={manageText.gone.title} level={1}>
        <Text mb="lg">{manageText.gone.about}</Text>
        <Button component={Link} to={paths.people}>
          {manageText.back}
        </Button>
      </Panel>
    </Page>
  );
}
