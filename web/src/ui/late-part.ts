import { type ComponentType, lazy } from 'react';

/** A component whose code comes when it is needed, or ahead of that. */
export type LatePart<Props extends object> = {
  /** Fetches the code, so that the component is shown without a gap. Throws what the loading throws. */
  load: () => Promise<void>;
  /** The component: as it is when its code has come, else one that fetches it first. */
  shown: () => ComponentType<Props>;
};

export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetching = lazy(async () => ({ default: await load() }));
  return {
    load: async () => {
      loaded ??= await load();
    },
    shown: () => loaded ?? fetching,
  };
}
