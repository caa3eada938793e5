import { CloseButton, Group, Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';

export type DialogProps = {
  title: string;
  opened: boolean;
  onClose: () => void;
  size?: ModalProps['size'];
  children: ReactNode;
};

/** A question or a thing to look at, above the page. */
export function Dialog({ title, opened, onClose, size = 'md', children }: DialogProps) {
  return (
    <Modal.Root opened={opened} onClose={onClose} centered size={size}>
      <Modal.Overlay />
      <Modal.Content radius="lg">
        <Modal.Body p="lg">
          <Group justify="space-between" wrap="nowrap" align="start" mb="sm">
            <Modal.Title fz="h4" fw={600} lh={1.4}>
              {title}
            </Modal.Title>
            <CloseButton aria-label="Close" onClick={onClose} />
          </Group>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
