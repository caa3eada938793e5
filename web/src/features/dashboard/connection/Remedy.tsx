import { Button, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ConnectionStatus, type SourceType, sourcesOfType } from '@tealight/contract';
import type { ReactNode } from 'react';
import { LoadError } from '../../../components/LoadError.tsx';
import { useWearer } from '../../../data/wearer/wearers.ts';
import { commonText } from '../../../text/common.ts';
import { dashboardText } from '../../../text/dashboard.ts';
import { PersonList } from '../../connect-source/PersonList.tsx';
import { peopleQuery } from '../../connect-source/use-person.ts';
import { NextTry } from './NextTry.tsx';
import { Reconnect } from './Reconnect.tsx';

export type RemedyProps = {
  connection: ConnectionStatus;
  now: number;
  /** Opens the connection form of this source. */
  onConnectAgain: (type: SourceType) => void;
  /** It is connected again: the button that was pressed disappears. */
  onFixed: () => void;
};

/** The button that fixes the connection, or the time of the next automatic attempt. */
export function Remedy({ connection, now, onConnectAgain, onFixed }: RemedyProps) {
  const { connectionType: type, remedy, nextTryAt } = connection;
  const { may } = useWearer();
  if (type === 'none') return null;
  if (remedy !== 'wait' && remedy !== null && !may('sources')) return null;
  const openForm = () => onConnectAgain(type);
  const again = (
    <Button variant="light" onClick={openForm}>
      {dashboardText.remedy.connectAgain}
    </Button>
  );
  switch (remedy) {
    case 'try-again':
      return (
        <Reconnect label={dashboardText.remedy.tryAgain} onConnected={onFixed} onNoStoredLogin={openForm} />
      );
    case 'other-region':
      return (
        <Reconnect
          label={commonText.tryOtherRegion}
          otherRegion
          onConnected={onFixed}
          onNoStoredLogin={openForm}
        />
      );
    case 'choose-person':
      return <ChoosePerson fallback={again} onChosen={onFixed} />;
    case 'connect-again':
      if (!isRegionSuspected(connection)) return again;
      return (
        <Group gap="xs">
          {again}
          <Reconnect
            label={commonText.tryOtherRegion}
            otherRegion
            onConnected={onFixed}
            onNoStoredLogin={openForm}
          />
        </Group>
      );
    case 'wait':
    case null:
      return nextTryAt && <NextTry at={nextTryAt} now={now} />;
  }
}

const isRegionSuspected = ({ connectionType, source, errorCode }: ConnectionStatus): boolean =>
  errorCode !== null &&
  sourcesOfType(connectionType, source).some(({ regions }) => regions?.suspectedAfter.includes(errorCode));

/** The people who share readings with this login, or the fallback if there are none. */
function ChoosePerson({ fallback, onChosen }: { fallback: ReactNode; onChosen: () => void }) {
  const { data: people, isPending, isError, refetch } = useQuery(peopleQuery);
  if (isPending)
    return <Skeleton height={80} aria-label={dashboardText.remedy.lookingForPeople} role="status" />;
  if (isError) {
    return (
      <>
        <LoadError onRetry={refetch} />
        {fallback}
      </>
    );
  }
  return people?.length ? <PersonList people={people} onChosen={onChosen} /> : fallback;
}
