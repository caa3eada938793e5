import { Skeleton } from '@mantine/core';
import type { SourceType } from '@tealight/contract';
import { Suspense, useState } from 'react';
import { LazyWithPreload } from '../../../components/LazyWithPreload.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { Pill } from '../../../components/Pill.tsx';
import { useFocusAfterRender } from '../../../components/use-focus-after-render.ts';
import { useDexcomReturn } from '../../connect-source/use-dexcom-sign-in.ts';
import classes from '../dashboard.module.css';
import { connectSource } from '../lazy-panels.ts';
import { Connected } from './Connected.tsx';
import { ConnectionMenu } from './ConnectionMenu.tsx';
import { badgesOf } from './connection-badges.ts';
import { type ConnectionView, useConnectionView } from './connection-view.ts';
import { useCurrentReadings } from './current-readings.ts';
import { SavedLogin } from './SavedLogin.tsx';

const title = 'CGM Connection';

/** The source of the readings, and the current reading. */
export function ConnectionPanel() {
  const view = useConnectionView();
  const [choosing, setChoosing] = useState<{ first: SourceType | null } | null>(null);
  const heading = useFocusAfterRender<HTMLHeadingElement>();
  const close = () => {
    setChoosing(null);
    heading.focus();
  };
  useDexcomReturn(close);
  if (view === undefined) {
    return (
      <Panel title={title} heading={heading.target}>
        <Skeleton circle height={230} aria-label="Looking for your connection" role="status" />
      </Panel>
    );
  }
  const choose = (first: SourceType | null) => setChoosing({ first });
  const savedLogin = view.known?.savedLogin;
  const isNeeded = view.known?.status === 'noConnectionSetup';
  const aside = <Aside view={view} onAnother={() => choose(null)} onDisconnected={close} />;
  return (
    <Panel title={title} heading={heading.target} aside={aside}>
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
  const { current } = useCurrentReadings(view.connection.status);
  const type = view.known?.connectionType ?? 'none';
  return (
    <div className={classes.aside}>
      <span role="status" className={classes.badges}>
        {badgesOf(view, current !== null).map(({ kind, text }) => (
          <Pill key={text} kind={kind}>
            {text}
          </Pill>
        ))}
      </span>
      {type !== 'none' && (
        <ConnectionMenu type={type} onAnother={onAnother} onDisconnected={onDisconnected} />
      )}
    </div>
  );
}

type SourceFormProps = { first: SourceType | null; takesFocus: boolean; onDone: () => void };

function SourceForm({ first, takesFocus, onDone }: SourceFormProps) {
  return (
    <Suspense fallback={<Skeleton height={320} radius="md" />}>
      <LazyWithPreload
        key={first}
        component={connectSource}
        props={{ saveLabel: 'Save', applies: true, first, takesFocus, onConnected: onDone, onCancel: onDone }}
      />
    </Suspense>
  );
}
