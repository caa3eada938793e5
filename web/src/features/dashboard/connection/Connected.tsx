import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ConnectionStatus, ShownReading, SourceType } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import { LoadError } from '../../../components/LoadError.tsx';
import { userQuery } from '../../../data/queries.ts';
import { useAnswer } from '../../../data/use-answer.ts';
import { useWearer } from '../../../data/wearer/wearers.ts';
import { readingsQuery } from '../../../data/wearer-queries.ts';
import { dashboardText } from '../../../text/dashboard.ts';
import { readingText } from '../../../text/reading.ts';
import { Sentence } from '../../../text/Sentence.tsx';
import { clockText } from '../../reading/age.ts';
import { BesideOrb } from '../../reading/BesideOrb.tsx';
import { useCurrentReadings } from '../../reading/current-readings.ts';
import { Orb } from '../../reading/Orb.tsx';
import { ReadingAnnouncement } from '../../reading/ReadingAnnouncement.tsx';
import { ReadingFacts } from '../../reading/ReadingFacts.tsx';
import { valueText } from '../../reading/reading-text.ts';
import classes from '../dashboard.module.css';
import { type ConnectionView, reasonOf } from './connection-view.ts';
import { NoCurrentData } from './NoCurrentData.tsx';
import { Remedy } from './Remedy.tsx';
import { SourceLine, sourceAnswers } from './SourceLine.tsx';
import { type FlashControl, useFlash } from './use-flash.ts';

export type ConnectedProps = {
  view: ConnectionView;
  onConnectAgain: (type: SourceType) => void;
  onFixed: () => void;
};

/** The current reading as an orb, or why there is none. */
export function Connected({ view: { connection }, ...remedy }: ConnectedProps) {
  const { data: readings, isPending, refetch } = useAnswer(useQuery(readingsQuery));
  const { current, previous, last, now } = useCurrentReadings(connection.status);
  const wearer = useWearer();
  const reason = reasonOf(connection, wearer);
  const flash = useFlash(current, useQuery(userQuery).data?.userSettings);
  if (isPending) return <Expected connection={connection} />;
  const isUnread = readings === undefined;
  const unit = readings?.unit ?? 'mg/dL';
  return (
    <>
      <BesideOrb
        orb={
          <Orb
            name={wearer.name}
            reading={current}
            unit={unit}
            flashing={flash.on}
            emptyText={isUnread ? dashboardText.connection.readingNotLoaded : readingText.noCurrentData}
          />
        }
      >
        {current === null ? (
          <NoCurrentData
            connection={connection}
            last={last}
            isUnread={isUnread}
            unit={unit}
            now={now}
            {...remedy}
          />
        ) : (
          <>
            <ReadingFacts reading={current} unit={unit} now={now} />
            {flash.wanted && <PauseFlash flash={flash} />}
            <Previous reading={previous} unit={unit} now={now} />
            {reason !== null && !sourceAnswers(connection) && <Text>{reason}</Text>}
            <SourceLine connection={connection} />
            {!sourceAnswers(connection) && <Remedy connection={connection} now={now} {...remedy} />}
          </>
        )}
        {isUnread && connection.connectionType !== 'none' && <LoadError onRetry={refetch} />}
      </BesideOrb>
      <ReadingAnnouncement name={wearer.name} reading={current} unit={unit} />
    </>
  );
}

/** The panel while the readings are on their way. */
function Expected({ connection }: { connection: ConnectionStatus }) {
  return (
    <BesideOrb
      orb={
        <Skeleton
          circle
          height={230}
          width={230}
          role="status"
          aria-label={dashboardText.connection.lookingForReading}
        />
      }
    >
      <SourceLine connection={connection} />
    </BesideOrb>
  );
}

function PauseFlash({ flash }: { flash: FlashControl }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.flush ?? ''}
      aria-pressed={flash.paused}
      onClick={flash.toggle}
    >
      {flash.paused ? dashboardText.connection.flashAgain : dashboardText.connection.pauseFlash}
    </Button>
  );
}

type PreviousProps = { reading: ShownReading | null; unit: Unit; now: number };

function Previous({ reading, unit, now }: PreviousProps) {
  if (reading === null) return null;
  return (
    <Text c="dimmed" className={classes.previous}>
      <Sentence
        text={dashboardText.before({ value: valueText(reading, unit), time: clockText(reading.time, now) })}
        parts={{ b: (words) => <b>{words}</b> }}
      />
    </Text>
  );
}
