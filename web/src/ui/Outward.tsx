import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** A link that opens beside the app. */
export function Outward({ children, ...rest }: AnchorProps & { href: string; children: ReactNode }) {
  return (
    <Anchor {...rest} target="_blank" rel="noopener">
      {children}
    </Anchor>
  );
}
