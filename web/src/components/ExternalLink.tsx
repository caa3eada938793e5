import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** A link that opens in a new tab. */
export function ExternalLink({ children, ...rest }: AnchorProps & { href: string; children: ReactNode }) {
  return (
    <Anchor {...rest} target="_blank" rel="noopener">
      {children}
    </Anchor>
  );
}
