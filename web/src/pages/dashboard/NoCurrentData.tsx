import { Text } from '@mantine/core';
import { type ConnectionStatus, type ShownReading, sourceName } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import { ageWords, clockWords } from '../../ui/age.ts';
import type { SourceType } from '../../ui/connectors.ts';
import { valueWords } from '../../ui/reading-words.ts';
import classes from './dashboard.module.css';
import { Remedy } from './Remedy.tsx';

export type NoCurrentDataProps = {
  connection: ConnectionStatus;
  /** The last reading that is known, too old to be current. */
  last: ShownReading | null;
  unit: Unit;
  now: number;
  onAgain: (type: SourceType) => void;
};

/** Since when there is no current reading and why, and what can be done. */
export function NoCurrentData({ connection, last, unit, now, onAgain }: NoCurrentDataProps) {
  const { state, text, connectionType } = connection;
  const since = last?.time ?? connection.lastReadingAt ?? connection.since;
  return (
    <div className={classes.why}>
      {state === 'checking' ? (
        <Text fw={500}>Connected to {sourceName(connectionType)}. Waiting for the first reading</Text>
      ) : (
        since && (
          <Text fw={500}>
            No current data since {clockWords(since, now)}, {ageWords(since, now)}
          </Text>
        )
      )}
      {text && <Text>{text}</Text>}
      {last && (
        <p className={classes.last}>
          <span>Last known reading: </span>
          <s>{valueWords(last, unit)}</s>
        </p>
      )}
      <Remedy connection={connection} now={now} onAgain={onAgain} />
    </div>
  );
}
