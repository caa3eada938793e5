import { Button, Group, Text } from '@mantine/core';
import { sourceName } from '@tealight/contract';
import { Dialog } from '../../components/Dialog.tsx';
import { connectSourceText } from '../../text/connect-source.ts';
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
      <Text mb="lg">{question && aboutOf(question)}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onNo}>
          {question && keepOf(question)}
        </Button>
        <Button onClick={onYes}>{connectSourceText.replace.confirm}</Button>
      </Group>
    </Dialog>
  );
}

function titleOf({ present, type, late }: ReplaceQuestion): string {
  const { titleForSource, titleForApi, titleForOwnApi } = connectSourceText.replace;
  const names = { present: sourceName(present), next: sourceName(type) };
  if (present === type) return titleForOwnApi({ source: names.next });
  return late === null ? titleForSource(names) : titleForApi(names);
}

function aboutOf({ type, late }: ReplaceQuestion): string {
  const { aboutSource, aboutApi } = connectSourceText.replace;
  return (late === null ? aboutSource : aboutApi)({ next: sourceName(type) });
}

function keepOf({ present, type }: ReplaceQuestion): string {
  const { keepSource, keepConnection } = connectSourceText.replace;
  return (present === type ? keepConnection : keepSource)({ present: sourceName(present) });
}
