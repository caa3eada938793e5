import { type ComponentType, useState } from 'react';
import type { LatePart } from './late-part.ts';

export type LateProps<Props extends object> = { part: LatePart<Props>; with: Props };

/** Shows a late part with its properties. */
export function Late<Props extends object>({ part, with: props }: LateProps<Props>) {
  // Chosen once: a component that changed its kind would forget what was typed into it.
  const [Shown] = useState<ComponentType<Props>>(() => part.shown());
  return <Shown {...props} />;
}
