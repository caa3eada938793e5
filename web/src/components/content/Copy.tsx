import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { notifyError } from '../../data/notices.ts';
import { commonText } from '../../text/common.ts';

/** How long a button says that it has copied, in milliseconds. Own choice. */
const COPIED_MS = 2000;

export type CopyProps = {
  value: string;
  /** The element that shows the value, and nothing else. */
  shown: RefObject<HTMLElement | null>;
  /** What screen readers say once it is copied. */
  copied: string;
  /** The button. */
  children: (isCopied: boolean, copy: () => void) => ReactNode;
};

/** Copies a value and says so. Where the browser does not permit it, the value is selected, to be copied by hand. */
export function Copy({ value, shown, copied, children }: CopyProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    const isDone = (await isWritten(value)) || isSelectionCopied(shown.current);
    setCopied(isDone);
    if (!isDone) notifyError(commonText.copyByHand);
  };
  return (
    <>
      {children(isCopied, () => void copy())}
      <VisuallyHidden role="status">{isCopied && copied}</VisuallyHidden>
    </>
  );
}

async function isWritten(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    // Without HTTPS there is no clipboard, and somebody may have forbidden its use.
    return false;
  }
}

/** The older way to copy, which browsers offer without HTTPS, too. What was selected stays so. */
function isSelectionCopied(element: HTMLElement | null): boolean {
  if (element === null) return false;
  getSelection()?.selectAllChildren(element);
  return document.execCommand('copy');
}
