import { Text } from '@mantine/core';
import { type ConnectionStatus, type ShownReading, type SourceType, sourceName } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import { ageText, clockText } from '../reading/age.ts';
import { valueText } from '../reading/reading-text.ts';
import classes from './dashboard.module.css';
import { Remedy } from './Remedy.tsx';

export type NoCurrentDataProps = {
  connection: ConnectionStatus;
  /** The last reading that is known, too old to be current. */
  last: ShownReading | null;
  unit: Unit;
  now: number;
  onConnectAgain: (type: SourceType) => void;
};

/** Why and since when there is no current reading, and how to fix it. */
export function NoCurrentData({ connection, last, unit, now, onConnectAgain }: NoCurrentDataProps) {
  const { state, text, connectionType } = connection;
  const since = last?.time ?? connection.lastReadingAt ?? connection.since;
  return (
    <div className={classes.why}>
      {state === 'checking' ? (
        <Text fw={500}>Connected to {sourceName(connectionType)}. Waiting for the first reading</Text>
      ) : (
        since && (
          <Text fw={500}>
            No current data since {clockText(since, now)}, {ageText(since, now)}
          </Text>
        )
      )}
      {text && <Text>{text}</Text>}
      {last && (
        <p className={classes.last}>
          <span>Last known reading: </span>
          <s>{valueText(last, unit)}</s>
        </p>
      )}
      <Remedy connection={connection} now={now} onConnectAgain={onConnectAgain} />
    </div>
  );
}
