import { Button, Group, Text } from '@mantine/core';
import { type ConnectionType, type SourceType, sourceName } from '@tealight/contract';
import { Dialog } from '../../components/Dialog.tsx';

export type ConfirmReplaceProps = {
  present: ConnectionType;
  /** What should take its place; null while nothing is asked. */
  next: SourceType | null;
  onYes: () => void;
  onNo: () => void;
};

/** One source at a time: another one takes the place of the present one only after a yes. */
export function ConfirmReplace({ present, next, onYes, onNo }: ConfirmReplaceProps) {
  const from = sourceName(present);
  const to = next === null ? '' : sourceName(next);
  return (
    <Dialog opened={next !== null} onClose={onNo} title={`Replace ${from} with ${to}?`}>
      <Text mb="lg">
        One source serves you at a time. Your readings so far stay; from now on they come from {to}.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onNo}>
          Keep {from}
        </Button>
        <Button onClick={onYes}>Replace</Button>
      </Group>
    </Dialog>
  );
}
