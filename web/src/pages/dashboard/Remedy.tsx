import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ConnectionStatus, reconnect } from '@tealight/contract';
import type { ReactNode } from 'react';
import { call } from '../../call.ts';
import { complain } from '../../notices.ts';
import { clockWords } from '../../ui/age.ts';
import type { SourceType } from '../../ui/connectors.ts';
import { PersonList } from '../../ui/PersonList.tsx';
import { peopleQuery } from '../../ui/use-person.ts';
import { connectionQuery, readingsQuery } from '../../ui/wearer-queries.ts';

export type RemedyProps = {
  connection: ConnectionStatus;
  now: number;
  /** Opens the form of this source. */
  onAgain: (type: SourceType) => void;
};

/** The one thing that mends what is wrong, or when it is tried again by itself. */
export function Remedy({ connection, now, onAgain }: RemedyProps) {
  const { connectionType: type, remedy, trouble, nextTryAt } = connection;
  if (type === 'none') return null;
  const form = () => onAgain(type);
  const again = (
    <Button variant="light" onClick={form}>
      Connect again
    </Button>
  );
  switch (remedy) {
    case 'try-again':
      return <Reconnect label="Try again" onNothingKept={form} />;
    case 'other-region':
      return <Reconnect label="Try the other region" otherRegion onNothingKept={form} />;
    case 'choose-person':
      return <WhoElse fallback={again} />;
    case 'connect-again':
      // Dexcom does not tell a wrong password from an account that lives elsewhere.
      if (type !== 'dexcom' || trouble !== 'wrong-login') return again;
      return (
        <Group gap="xs">
          {again}
          <Reconnect label="Try the other region" otherRegion onNothingKept={form} />
        </Group>
      );
    case 'wait':
    case null:
      return (
        nextTryAt && (
          <Text c="dimmed" size="sm">
            Next try {clockWords(nextTryAt, now)}, by itself
          </Text>
        )
      );
  }
}

type ReconnectProps = { label: string; otherRegion?: boolean; onNothingKept: () => void };

/** Tries the login that is kept; where none is, the wearer types it. */
function Reconnect({ label, otherRegion = false, onNothingKept }: ReconnectProps) {
  const client = useQueryClient();
  const attempt = useMutation({
    mutationFn: () => call(reconnect, { body: { otherRegion } }),
    onSuccess: async ({ isSuccess }) => {
      if (!isSuccess) return onNothingKept();
      await Promise.all([client.invalidateQueries(connectionQuery), client.invalidateQueries(readingsQuery)]);
    },
    onError: complain,
  });
  return (
    <Button variant="light" loading={attempt.isPending} onClick={() => attempt.mutate()}>
      {label}
    </Button>
  );
}

/** Those who share now; where nobody can be chosen, the fallback. */
function WhoElse({ fallback }: { fallback: ReactNode }) {
  const { data: people, isPending } = useQuery(peopleQuery);
  if (isPending) return <Skeleton height={80} aria-label="Looking for who shares" role="status" />;
  return people?.length ? <PersonList people={people} onChosen={() => {}} /> : fallback;
}
