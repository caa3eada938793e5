import { Skeleton } from '@mantine/core';
import type { ConnectionStatus, SourceType } from '@tealight/contract';
import { Suspense, useState } from 'react';
import { Panel } from '../../components/Panel.tsx';
import { Pill } from '../../components/Pill.tsx';
import { useConnection } from '../../data/wearer-queries.ts';
import { useDexcomReturn } from '../connect-source/use-dexcom-sign-in.ts';
import { Connected } from './Connected.tsx';
import { ConnectionMenu } from './ConnectionMenu.tsx';
import classes from './dashboard.module.css';
import { ConnectSource } from './lazy-panels.ts';

const title = 'CGM Connection';

/** The source of the readings, and the current reading. */
export function ConnectionPanel() {
  const connection = useConnection();
  const [choosing, setChoosing] = useState<{ first: SourceType | null } | null>(null);
  const close = () => setChoosing(null);
  useDexcomReturn(close);
  if (connection === undefined) {
    return (
      <Panel title={title}>
        <Skeleton circle height={230} aria-label="Looking for your connection" role="status" />
      </Panel>
    );
  }
  const choose = (first: SourceType | null) => setChoosing({ first });
  return (
    <Panel title={title} aside={<ConnectionState connection={connection} onAnother={() => choose(null)} />}>
      {choosing !== null || connection.status === 'noConnectionSetup' ? (
        <SourceForm first={choosing?.first ?? null} onDone={close} />
      ) : (
        <Connected connection={connection} onConnectAgain={choose} />
      )}
    </Panel>
  );
}

type ConnectionStateProps = { connection: ConnectionStatus; onAnother: () => void };

function ConnectionState({
  connection: { status, state, connectionType: type },
  onAnother,
}: ConnectionStateProps) {
  if (type === 'none' && state === 'problem') return <Pill kind="quiet">Tealight has a problem</Pill>;
  if (type === 'none') return <Pill kind="off">Not connected</Pill>;
  return (
    <div className={classes.aside}>
      {state === 'problem' ? (
        <Pill kind="quiet">Tealight has a problem</Pill>
      ) : (
        <Pill kind={status === 'allGood' ? 'on' : 'quiet'}>Connected</Pill>
      )}
      <ConnectionMenu type={type} onAnother={onAnother} />
    </div>
  );
}

function SourceForm({ first, onDone }: { first: SourceType | null; onDone: () => void }) {
  return (
    <Suspense fallback={<Skeleton height={320} radius="md" />}>
      <ConnectSource
        key={first}
        saveLabel="Save"
        applies
        first={first}
        onConnected={onDone}
        onCancel={onDone}
      />
    </Suspense>
  );
}
