import { type ComponentType, lazy, useState } from 'react';

/** A component that is loaded when it is first shown, or earlier with `preload`. */
export type LazyComponent<Props extends object> = {
  /** Loads the code, so that the component is shown at once later. Rejects when the import fails. */
  preload: () => Promise<void>;
  /** The loaded component, or one that suspends until it is loaded. */
  current: () => ComponentType<Props>;
};

export function lazyWithPreload<Props extends object>(
  preload: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  const lazyComponent = lazy(async () => ({ default: await preload() }));
  return {
    preload: async () => {
      loaded ??= await preload();
    },
    current: () => loaded ?? lazyComponent,
  };
}

export type LazyWithPreloadProps<Props extends object> = { component: LazyComponent<Props>; props: Props };

/** Shows a lazy component with its properties. */
export function LazyWithPreload<Props extends object>({ component, props }: LazyWithPreloadProps<Props>) {
  // Chosen once: another component type would remount the form and lose its input.
  const [Shown] = useState<ComponentType<Props>>(() => component.current());
  return <Shown {...props} />;
}
