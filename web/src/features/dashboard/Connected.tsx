import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ConnectionStatus, type ShownReading, type SourceType, sourceName } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import { useNow } from '../../components/use-now.ts';
import { userQuery } from '../../data/queries.ts';
import { readingsQuery } from '../../data/wearer-queries.ts';
import { clockText } from '../reading/age.ts';
import { Orb } from '../reading/Orb.tsx';
import { ReadingAnnouncement, ReadingFacts } from '../reading/ReadingFacts.tsx';
import { valueText } from '../reading/reading-text.ts';
import { currentOf, needsWearer } from './current-readings.ts';
import classes from './dashboard.module.css';
import { NoCurrentData } from './NoCurrentData.tsx';
import { Remedy } from './Remedy.tsx';
import { useFlash } from './use-flash.ts';

export type ConnectedProps = { connection: ConnectionStatus; onConnectAgain: (type: SourceType) => void };

/** The current reading as an orb, or why there is none. */
export function Connected({ connection, onConnectAgain }: ConnectedProps) {
  const now = useNow();
  const { data: readings, isPending } = useQuery(readingsQuery);
  const settings = useQuery(userQuery).data?.userSettings;
  const unit = readings?.unit ?? 'mg/dL';
  const { current, previous, last } = currentOf(readings, connection.status, now);
  const flash = useFlash(current, settings);
  if (isPending) return <Skeleton circle height={230} role="status" aria-label="Looking for your reading" />;
  return (
    <div className={classes.reading}>
      <Orb reading={current} unit={unit} flashing={flash.on} />
      <div className={classes.beside}>
        {current === null ? (
          <NoCurrentData
            connection={connection}
            last={last}
            unit={unit}
            now={now}
            onConnectAgain={onConnectAgain}
          />
        ) : (
          <>
            <ReadingFacts reading={current} unit={unit} now={now} />
            {flash.wanted && (
              <Button
                variant="subtle"
                size="compact-sm"
                className={classes.flush ?? ''}
                aria-pressed={flash.paused}
                onClick={flash.toggle}
              >
                {flash.paused ? 'Flash again' : 'Pause the flash'}
              </Button>
            )}
            <Previous reading={previous} unit={unit} now={now} />
            {needsWearer(connection) || connection.state === 'problem' ? (
              <>
                <Text>{connection.text}</Text>
                <Remedy connection={connection} now={now} onConnectAgain={onConnectAgain} />
              </>
            ) : (
              <Text c="dimmed" size="sm">
                Successfully connected to {sourceName(connection.connectionType)}
              </Text>
            )}
          </>
        )}
      </div>
      <ReadingAnnouncement reading={current} unit={unit} />
    </div>
  );
}

type PreviousProps = { reading: ShownReading | null; unit: Unit; now: number };

function Previous({ reading, unit, now }: PreviousProps) {
  if (reading === null) return null;
  return (
    <Text c="dimmed" className={classes.previous}>
      Before: <b>{valueText(reading, unit)}</b> at {clockText(reading.time, now)}
    </Text>
  );
}
