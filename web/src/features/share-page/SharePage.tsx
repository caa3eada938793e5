import { Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { LoadError } from '../../components/LoadError.tsx';
import { lazyComponent } from '../../components/loading/lazy-component.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useNow } from '../../components/use-now.ts';
import { dayTimeText } from '../../data/page/page-locale.ts';
import { commonText } from '../../text/common.ts';
import { sharePageText } from '../../text/people/share-page.ts';
import { Orb } from '../reading/Orb.tsx';
import { browserZone } from '../time-in-range/text.ts';
import { SharedReading } from './SharedReading.tsx';
import classes from './share-page.module.css';
import { type Shared, useShared } from './use-shared.ts';

const SharedDay = lazyComponent(async () => (await import('./SharedDay.tsx')).SharedDay);
const SharedHistory = lazyComponent(async () => (await import('./SharedHistory.tsx')).SharedHistory);

/** The page of a share link: what it shows of a wearer, without an account (PPL-27, PPL-28). The secret is in the fragment. */
export function SharePage() {
  const secret = useLocation().hash.slice(1);
  return (
    <div className={classes.frame}>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      {secret === '' ? <Ended /> : <Opened key={secret} secret={secret} />}
      <footer className={classes.footer}>
        <b>{commonText.product}</b>
        <span>{commonText.frame.notMedical}</span>
      </footer>
    </div>
  );
}

function Opened({ secret }: { secret: string }) {
  const { shared, hasEnded, error, refetch } = useShared(secret);
  if (hasEnded) return <Ended />;
  if (shared === undefined) return error === null ? <Loading /> : <NotLoaded onRetry={refetch} />;
  return <Content secret={secret} shared={shared} isUnreachable={error !== null} />;
}

type ContentProps = { secret: string; shared: Shared; isUnreachable: boolean };

function Content({ secret, shared, isUnreachable }: ContentProps) {
  const now = useNow();
  const { name, scope, expiresAt, unit, palette, timeZone } = shared;
  return (
    <Page title={name}>
      <div className={classes.panels}>
        <Panel title={name} level={1}>
          {isUnreachable && (
            <Text c="var(--mantine-color-error)" fw={500} role="status" mb="sm">
              {sharePageText.offline}
            </Text>
          )}
          <SharedReading shared={shared} now={now} />
        </Panel>
        {scope !== 'now' && (
          <Suspense>
            <SharedDay {...{ secret, unit, palette, timeZone }} />
          </Suspense>
        )}
        {scope === 'history' && (
          <Suspense>
            <SharedHistory secret={secret} unit={unit} palette={palette} />
          </Suspense>
        )}
      </div>
      <p className={classes.note}>
        {expiresAt !== null && sharePageText.until({ date: dayTimeText(expiresAt) })}
        {timeZone !== null && timeZone !== browserZone() && <> {sharePageText.zone({ zone: timeZone })}</>}
      </p>
    </Page>
  );
}

function Loading() {
  return (
    <Page title={sharePageText.page}>
      <div className={classes.waiting} role="status">
        <Orb reading={null} unit="mg/dL" flashing={false} emptyText={sharePageText.loading} />
      </div>
    </Page>
  );
}

function NotLoaded({ onRetry }: { onRetry: () => unknown }) {
  return (
    <Page title={sharePageText.page}>
      <Panel title={sharePageText.page} level={1}>
        <LoadError onRetry={onRetry} />
      </Panel>
    </Page>
  );
}

/** Unknown, ended and expired links look alike. */
function Ended() {
  return (
    <Page title={commonText.linkExpired}>
      <Panel title={sharePageText.ended.title} level={1}>
        <Stack gap="md" role="alert">
          <Text>{sharePageText.ended.about}</Text>
        </Stack>
      </Panel>
    </Page>
  );
}
