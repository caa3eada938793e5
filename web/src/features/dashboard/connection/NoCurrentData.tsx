import { Text } from '@mantine/core';
import type { ConnectionStatus, ShownReading, SourceType } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import { useWearer } from '../../../data/wearer/wearers.ts';
import { dashboardText } from '../../../text/dashboard.ts';
import { Sentence } from '../../../text/Sentence.tsx';
import { ageText, clockText } from '../../reading/age.ts';
import { valueText } from '../../reading/reading-text.ts';
import classes from '../dashboard.module.css';
import { reasonOf } from './connection-view.ts';
import { Remedy } from './Remedy.tsx';
import { SourceLine } from './SourceLine.tsx';

export type NoCurrentDataProps = {
  connection: ConnectionStatus;
  /** The last reading that is known, too old to be current. */
  last: ShownReading | null;
  /** The readings could not be loaded: nothing is known about them. */
  isUnread: boolean;
  unit: Unit;
  now: number;
  onConnectAgain: (type: SourceType) => void;
  onFixed: () => void;
};

/** Why and since when there is no current reading, and how to fix it. */
export function NoCurrentData({ connection, last, isUnread, unit, now, ...remedy }: NoCurrentDataProps) {
  const { state } = connection;
  const text = reasonOf(connection, useWearer());
  const since = last?.time ?? connection.lastReadingAt ?? (state === 'error' ? connection.since : null);
  return (
    <div className={classes.why}>
      {!isUnread && since !== null && (
        <Text fw={500}>
          {dashboardText.connection.noCurrentDataSince({
            time: clockText(since, now),
            age: ageText(since, now),
          })}
        </Text>
      )}
      {state === 'checking' && since === null && (
        <Text fw={500}>{dashboardText.connection.waitingForFirst}</Text>
      )}
      {text && <Text>{text}</Text>}
      {last && (
        <p className={classes.last}>
          <Sentence
            text={dashboardText.connection.lastKnown({
              age: ageText(last.time, now),
              value: valueText(last, unit),
            })}
            parts={{ s: (words) => <s>{words}</s> }}
          />
        </p>
      )}
      <SourceLine connection={connection} />
      <Remedy connection={connection} now={now} {...remedy} />
    </div>
  );
}
