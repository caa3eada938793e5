import { Button, Stack } from '@mantine/core';
import type { SharingPerson } from '@tealight/contract';
import { connectSourceText } from '../../text/connect-source.ts';
import { personName, useChoosePerson } from './use-person.ts';

export type PersonListProps = { people: readonly SharingPerson[]; onChosen: () => void };

/** Those who share with the login, to choose one. */
export function PersonList({ people, onChosen }: PersonListProps) {
  const choose = useChoosePerson(onChosen);
  return (
    <Stack
      component="ul"
      gap="xs"
      m={0}
      p={0}
      style={{ listStyle: 'none' }}
      aria-label={connectSourceText.person.list}
    >
      {people.map((person, index) => (
        <li key={person.id}>
          <Button
            variant="light"
            fullWidth
            loading={choose.isPending && choose.variables.id === person.id}
            disabled={choose.isPending}
            onClick={() => choose.mutate({ id: person.id, name: personName(person, index) })}
          >
            {personName(person, index)}
          </Button>
        </li>
      ))}
    </Stack>
  );
}
