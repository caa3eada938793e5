import { CloseButton, Group, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { createPortal } from 'react-dom';
import { commonText } from '../text/common.ts';
import classes from './Dialog.module.css';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { useModal } from './focus/use-modal.ts';
import { LoadError } from './LoadError.tsx';

export type DialogProps = {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A modal dialog; the browser traps the focus and restores it on close. It is not within its panel in the document: a
 * panel that is moved, as when a tablet is turned, would take it out of view.
 */
export function Dialog({ title, opened, onClose, children }: DialogProps) {
  const dialog = useModal(opened);
  const heading = useId();
  return createPortal(
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={heading}
      onClose={({ currentTarget }) => opened && !currentTarget.open && onClose()}
      {...{ closedby: 'any' }}
    >
      {opened && (
        <>
          <Group justify="space-between" wrap="nowrap" align="start" mb="sm">
            <Title order={2} id={heading} size="h4">
              {title}
            </Title>
            <CloseButton aria-label={commonText.closeDialog} onClick={onClose} />
          </Group>
          <ErrorBoundary fallback={(retry) => <LoadError onRetry={retry} />}>{children}</ErrorBoundary>
        </>
      )}
    </dialog>,
    document.body,
  );
}
