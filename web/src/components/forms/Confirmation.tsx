import { Button, Group, Text } from '@mantine/core';
import { Dialog } from '../Dialog.tsx';
import { CallErrors } from './FormErrors.tsx';

export type ConfirmationProps = {
  opened: boolean;
  title: string;
  /** What happens after a yes. */
  consequence: string;
  /** The words of yes and no. */
  confirm: string;
  keep: string;
  busy: boolean;
  /** The error of the last call. */
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something ends that cannot be brought back. */
export function Confirmation(props: ConfirmationProps) {
  const { opened, title, consequence, confirm, keep, busy, error, onConfirm, onClose } = props;
  return (
    <Dialog title={title} opened={opened} onClose={onClose}>
      <Text mb="lg">{consequence}</Text>
      <CallErrors error={error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {keep}
        </Button>
        <Button color="red" loading={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </Dialog>
  );
}
