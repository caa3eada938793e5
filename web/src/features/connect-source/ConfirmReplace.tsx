import { Button, Group, Text } from '@mantine/core';
import { sourceName } from '@tealight/contract';
import { Dialog } from '../../components/Dialog.tsx';
import type { ReplaceQuestion } from './use-replace.ts';

export type ConfirmReplaceProps = {
  /** What is asked; null: nothing. */
  question: ReplaceQuestion | null;
  onYes: () => void;
  onNo: () => void;
};

/** You can connect one source at a time: another one replaces the present one only after a yes. */
export function ConfirmReplace({ question, onYes, onNo }: ConfirmReplaceProps) {
  return (
    <Dialog opened={question !== null} onClose={onNo} title={question === null ? '' : titleOf(question)}>
      {question?.late && <Text mb="sm">{question.late}</Text>}
      <Text mb="lg">
        You can connect one source at a time. Your readings so far stay; from now on they come from{' '}
        {question && newName(question)}.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onNo}>
          Keep {question && presentName(question)}
        </Button>
        <Button onClick={onYes}>Replace</Button>
      </Group>
    </Dialog>
  );
}

const titleOf = (question: ReplaceQuestion): string =>
  `Replace ${presentName(question)} with ${newName(question)}?`;

const presentName = ({ present, type }: ReplaceQuestion): string =>
  present === type ? `your present ${sourceName(present)} connection` : sourceName(present);

const newName = ({ type, late }: ReplaceQuestion): string =>
  late === null ? sourceName(type) : `${sourceName(type)}’s official API`;
