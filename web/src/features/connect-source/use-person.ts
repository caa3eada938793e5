import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { choosePerson, listPeople, type SharingPerson, type SourceType } from '@tealight/contract';
import { useState } from 'react';
import { call } from '../../data/call.ts';
import { callDone } from '../../data/call-done.ts';
import { notifyError, notifySuccess } from '../../data/notices.ts';
import { connectionQuery, readingsQuery } from '../../data/wearer-queries.ts';
import { connectSourceText } from '../../text/connect-source.ts';
import { connectorOf } from './connectors.ts';

/** Who shares with the connected login. The source is asked each time: sharing is switched on and off elsewhere. */
export const peopleQuery = queryOptions({
  queryKey: [listPeople.path],
  queryFn: async ({ signal }) => (await call(listPeople, { signal })).people,
  staleTime: 0,
  gcTime: 0,
});

/** What a person is called in a list; a source may tell no name. */
export const personName = ({ name }: SharingPerson, index: number): string =>
  name || connectSourceText.person.unnamed({ number: index + 1 });

/** Selects one of those who share; a toast confirms it, and readings and status are fetched again. */
export function useChoosePerson(onChosen: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => callDone(choosePerson, { body: { id } }),
    onSuccess: async (_, { name }) => {
      notifySuccess(connectSourceText.person.chosen({ name }));
      await Promise.all([client.invalidateQueries(readingsQuery), client.invalidateQueries(connectionQuery)]);
      onChosen();
    },
    onError: notifyError,
  });
}

/** After connecting: where several people share, whose readings it should be is asked before it goes on. */
export function useWhose(onDone: () => void) {
  const client = useQueryClient();
  const [people, setPeople] = useState<readonly SharingPerson[] | null>(null);
  return {
    /** Those to choose from; null while there is no choice. */
    people,
    connected: async (type: SourceType): Promise<void> => {
      const found = connectorOf(type).selectsPerson
        ? await client.fetchQuery(peopleQuery).catch(() => [])
        : [];
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
