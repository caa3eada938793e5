import { Skeleton, Text } from '@mantine/core';
import type { SourceType } from '@tealight/contract';
import { Suspense, useState } from 'react';
import { useFocusAfterRender } from '../../../components/focus/use-focus-after-render.ts';
import { Panel } from '../../../components/Panel.tsx';
import { Pill } from '../../../components/Pill.tsx';
import { useWearer } from '../../../data/wearer/wearers.ts';
import { commonText } from '../../../text/common.ts';
import { dashboardText } from '../../../text/dashboard.ts';
import { wearerText } from '../../../text/people/wearer.ts';
import { useDexcomReturn } from '../../connect-source/use-dexcom-sign-in.ts';
import { useCurrentReadings } from '../../reading/current-readings.ts';
import classes from '../dashboard.module.css';
import { ConnectSource } from '../lazy-panels.ts';
import { Connected } from './Connected.tsx';
import { ConnectionMenu } from './ConnectionMenu.tsx';
import { badgesOf } from './connection-badges.ts';
import { type ConnectionView, useConnectionView } from './connection-view.ts';
import { SavedLogin } from './SavedLogin.tsx';

/** The source of the readings, and the current reading. */
export function ConnectionPanel() {
  const view = useConnectionView();
  const { may, name } = useWearer();
  const [choosing, setChoosing] = useState<{ first: SourceType | null } | null>(null);
  const heading = useFocusAfterRender<HTMLHeadingElement>();
  const close = () => {
    setChoosing(null);
    heading.focus();
  };
  useDexcomReturn(close);
  if (view === undefined) {
    return (
      <Panel title={commonText.panels.connection} heading={heading.target}>
        <Skeleton circle height={230} aria-label={dashboardText.connection.looking} role="status" />
      </Panel>
    );
  }
  const choose = (first: SourceType | null) => setChoosing({ first });
  const savedLogin = view.known?.savedLogin;
  const isNeeded = view.known?.status === 'noConnectionSetup';
  if (!may('sources')) {
    return (
      <Panel title={commonText.panels.connection} heading={heading.target} aside={<Badges view={view} />}>
        {isNeeded ? (
          <Text>{wearerText.connection.none({ name: name ?? '' })}</Text>
        ) : (
          <Connected view={view} onConnectAgain={choose} onFixed={heading.focus} />
        )}
      </Panel>
    );
  }
  const aside = <Aside view={view} onAnother={() => choose(null)} onDisconnected={close} />;
  return (
    <Panel title={commonText.panels.connection} heading={heading.target} aside={aside}>
      {isNeeded && savedLogin && (
        <SavedLogin type={savedLogin} onDone={close} onNoStoredLogin={() => choose(savedLogin)} />
      )}
      {choosing !== null || isNeeded ? (
        <SourceForm first={choosing?.first ?? null} takesFocus={choosing !== null} onDone={close} />
      ) : (
        <Connected view={view} onConnectAgain={choose} onFixed={heading.focus} />
      )}
    </Panel>
  );
}

type AsideProps = { view: ConnectionView; onAnother: () => void; onDisconnected: () => void };

function Aside({ view, onAnother, onDisconnected }: AsideProps) {
  const type = view.known?.connectionType ?? 'none';
  return (
    <div className={classes.aside}>
      <Badges view={view} />
      {type !== 'none' && (
        <ConnectionMenu type={type} onAnother={onAnother} onDisconnected={onDisconnected} />
      )}
    </div>
  );
}

function Badges({ view }: { view: ConnectionView }) {
  const { current } = useCurrentReadings(view.connection.status);
  return (
    <span role="status" className={classes.badges}>
      {badgesOf(view, current !== null).map(({ kind, text }) => (
        <Pill key={text} kind={kind}>
          {text}
        </Pill>
      ))}
    </span>
  );
}

type SourceFormProps = { first: SourceType | null; takesFocus: boolean; onDone: () => void };

function SourceForm({ first, takesFocus, onDone }: SourceFormProps) {
  return (
    <Suspense fallback={<Skeleton height={320} radius="md" />}>
      <ConnectSource
        key={first}
        saveLabel={commonText.save}
        applies
        first={first}
        takesFocus={takesFocus}
        onConnected={onDone}
        onCancel={onDone}
      />
    </Suspense>
  );
}
