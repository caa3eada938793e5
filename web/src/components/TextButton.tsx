import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Looks like a link, acts like a button. */
export function TextButton({
  children,
  ...rest
}: AnchorProps & { onClick: () => void; children: ReactNode }) {
  return (
    <Anchor component="button" type="button" inherit underline="always" {...rest}>
      {children}
    </Anchor>
  );
}
