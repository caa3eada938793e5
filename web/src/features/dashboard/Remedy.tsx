import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ConnectionStatus,
  reconnect,
  type SourceErrorCode,
  type SourceType,
  sourcesOfType,
} from '@tealight/contract';
import type { ReactNode } from 'react';
import { call } from '../../data/call.ts';
import { notifyError } from '../../data/notices.ts';
import { connectionQuery, readingsQuery } from '../../data/wearer-queries.ts';
import { PersonList } from '../connect-source/PersonList.tsx';
import { peopleQuery } from '../connect-source/use-person.ts';
import { clockText } from '../reading/age.ts';

export type RemedyProps = {
  connection: ConnectionStatus;
  now: number;
  /** Opens the connection form of this source. */
  onConnectAgain: (type: SourceType) => void;
};

/** The button that fixes the connection, or the time of the next automatic attempt. */
export function Remedy({ connection, now, onConnectAgain }: RemedyProps) {
  const { connectionType: type, remedy, errorCode, nextTryAt } = connection;
  if (type === 'none') return null;
  const openForm = () => onConnectAgain(type);
  const again = (
    <Button variant="light" onClick={openForm}>
      Connect again
    </Button>
  );
  switch (remedy) {
    case 'try-again':
      return <Reconnect label="Try again" onNoStoredLogin={openForm} />;
    case 'other-region':
      return <Reconnect label="Try the other region" otherRegion onNoStoredLogin={openForm} />;
    case 'choose-person':
      return <ChoosePerson fallback={again} />;
    case 'connect-again':
      if (errorCode === null || !isRegionSuspected(type, errorCode)) return again;
      return (
        <Group gap="xs">
          {again}
          <Reconnect label="Try the other region" otherRegion onNoStoredLogin={openForm} />
        </Group>
      );
    case 'wait':
    case null:
      return (
        nextTryAt && (
          <Text c="dimmed" size="sm">
            Next try {clockText(nextTryAt, now)}, automatically
          </Text>
        )
      );
  }
}

const isRegionSuspected = (type: SourceType, errorCode: SourceErrorCode): boolean =>
  sourcesOfType(type).some(({ regions }) => regions?.suspectedAfter.includes(errorCode));

type ReconnectProps = { label: string; otherRegion?: boolean; onNoStoredLogin: () => void };

/** Reconnects with the stored login; without one, opens the form. */
function Reconnect({ label, otherRegion = false, onNoStoredLogin }: ReconnectProps) {
  const client = useQueryClient();
  const attempt = useMutation({
    mutationFn: () => call(reconnect, { body: { otherRegion } }),
    onSuccess: async ({ isSuccess }) => {
      if (!isSuccess) return onNoStoredLogin();
      await Promise.all([client.invalidateQueries(connectionQuery), client.invalidateQueries(readingsQuery)]);
    },
    onError: notifyError,
  });
  return (
    <Button variant="light" loading={attempt.isPending} onClick={() => attempt.mutate()}>
      {label}
    </Button>
  );
}

/** The people who share readings with this login, or the fallback if there are none. */
function ChoosePerson({ fallback }: { fallback: ReactNode }) {
  const { data: people, isPending } = useQuery(peopleQuery);
  if (isPending) return <Skeleton height={80} aria-label="Looking for who shares" role="status" />;
  return people?.length ? <PersonList people={people} onChosen={() => {}} /> : fallback;
}
