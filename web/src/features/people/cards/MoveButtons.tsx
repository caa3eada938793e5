import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { peopleText } from '../../../text/people/list.ts';

export type MoveButtonsProps = {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
};

/** Moves a card by one place. */
export function MoveButtons({ name, isFirst, isLast, onMove }: MoveButtonsProps) {
  return (
    <>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={peopleText.order.moveUp({ name })}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={peopleText.order.moveDown({ name })}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={18} aria-hidden="true" />
      </ActionIcon>
    </>
  );
}
