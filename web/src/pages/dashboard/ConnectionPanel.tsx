import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { SourceType } from '../../ui/connectors.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useDexcomReturn } from '../../ui/use-dexcom-sign-in.ts';
import { useConnection } from '../../ui/wearer-queries.ts';
import { Connected } from './Connected.tsx';
import { ConnectionMenu } from './ConnectionMenu.tsx';
import classes from './dashboard.module.css';
import { Pill } from './Pill.tsx';

const title = 'CGM Connection';
const ConnectSource = lazy(async () => ({
  default: (await import('../../ui/ConnectSource.tsx')).ConnectSource,
}));

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
  const { status, connectionType: type } = connection;
  const connected = type !== 'none';
  const another = () => setChoosing({ first: null });
  return (
    <Panel
      title={title}
      aside={
        <div className={classes.aside}>
          <Pill kind={!connected ? 'off' : status === 'allGood' ? 'on' : 'quiet'}>
            {connected ? 'Connected' : 'Not connected'}
          </Pill>
          {connected && <ConnectionMenu type={type} onAnother={another} />}
        </div>
      }
    >
      {choosing !== null || status === 'noConnectionSetup' ? (
        <Suspense fallback={<Skeleton height={320} radius="md" />}>
          <ConnectSource
            key={choosing?.first ?? 'any'}
            saveLabel="Save"
            applies
            first={choosing?.first ?? null}
            onConnected={stop}
            onCancel={stop}
          />
        </Suspense>
      ) : (
        <Connected connection={connection} onAgain={() => connected && setChoosing({ first: type })} />
      )}
    </Panel>
  );
}
