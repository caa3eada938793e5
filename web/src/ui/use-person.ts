import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { choosePerson, listPeople, type SharingPerson } from '@tealight/contract';
import { useState } from 'react';
import { call } from '../call.ts';
import { complain, tell } from '../notices.ts';
import type { SourceType } from './connectors.ts';
import { connectionQuery, readingsQuery } from './wearer-queries.ts';

/** Sources with whose logins several people may share. */
const following: readonly SourceType[] = ['freeStyleLibre', 'medtronic'];

/** Who shares with the connected login. The source is asked each time: sharing is switched on and off elsewhere. */
export const peopleQuery = queryOptions({
  queryKey: [listPeople.path],
  queryFn: async ({ signal }) => (await call(listPeople, { signal })).people,
  staleTime: 0,
  gcTime: 0,
});

/** What a person is called in a list; a source may tell no name. */
export const personName = ({ name }: SharingPerson, index: number): string => name || `Person ${index + 1}`;

/** Takes one of those who share; told, and readings and status are asked for anew. */
export function useChoosePerson(onChosen: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => call(choosePerson, { body: { id } }),
    onSuccess: async (_, { name }) => {
      tell(`You see the readings of ${name}`);
      await Promise.all([client.invalidateQueries(readingsQuery), client.invalidateQueries(connectionQuery)]);
      onChosen();
    },
    onError: complain,
  });
}

/** After connecting: where several people share, whose readings it shall be is asked before it goes on. */
export function useWhose(onDone: () => void) {
  const client = useQueryClient();
  const [people, setPeople] = useState<readonly SharingPerson[] | null>(null);
  return {
    /** Those to choose from; null while there is no choice. */
    people,
    connected: async (type: SourceType): Promise<void> => {
      const found = following.includes(type) ? await client.fetchQuery(peopleQuery).catch(() => []) : [];
      if (found.length > 1) setPeople(found);
      else onDone();
    },
    /** Chosen or not: the dashboard asks again. */
    done: () => {
      setPeople(null);
      onDone();
    },
  };
}
