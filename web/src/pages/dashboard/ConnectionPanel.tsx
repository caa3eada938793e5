import { Skeleton } from '@mantine/core';
import type { ConnectionStatus } from '@tealight/contract';
import { Suspense, useState } from 'react';
import type { SourceType } from '../../ui/connectors.ts';
import { Late } from '../../ui/Late.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useDexcomReturn } from '../../ui/use-dexcom-sign-in.ts';
import { useConnection } from '../../ui/wearer-queries.ts';
import { Connected } from './Connected.tsx';
import { ConnectionMenu } from './ConnectionMenu.tsx';
import classes from './dashboard.module.css';
import { Pill } from './Pill.tsx';
import { connectSource } from './parts.ts';

const title = 'CGM Connection';

/** Where the readings come from, and the current one. */
export function ConnectionPanel() {
  const connection = useConnection();
  const [choosing, setChoosing] = useState<{ first: SourceType | null } | null>(null);
  const stop = () => setChoosing(null);
  useDexcomReturn(stop);
  if (connection === undefined) {
    return (
      <Panel title={title}>
        <Skeleton circle height={230} aria-label="Looking for your connection" role="status" />
      </Panel>
    );
  }
  const choose = (first: SourceType | null) => setChoosing({ first });
  return (
    <Panel title={title} aside={<Standing connection={connection} onAnother={() => choose(null)} />}>
      {choosing !== null || connection.status === 'noConnectionSetup' ? (
        <Choosing first={choosing?.first ?? null} onDone={stop} />
      ) : (
        <Connected connection={connection} onAgain={choose} />
      )}
    </Panel>
  );
}

type StandingProps = { connection: ConnectionStatus; onAnother: () => void };

function Standing({ connection: { status, state, connectionType: type }, onAnother }: StandingProps) {
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

function Choosing({ first, onDone }: { first: SourceType | null; onDone: () => void }) {
  return (
    <Suspense fallback={<Skeleton height={320} radius="md" />}>
      <Late
        key={first}
        part={connectSource}
        with={{ saveLabel: 'Save', applies: true, first, onConnected: onDone, onCancel: onDone }}
      />
    </Suspense>
  );
}
