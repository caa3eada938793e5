import { type ComponentType, type FunctionComponent, lazy, useState } from 'react';
import { afterPress } from '../../data/page/after-press.ts';

/** A component that is loaded when it is first shown, or earlier with `preload`. */
export type LazyComponent<Props extends object> = FunctionComponent<Props> & {
  /** Loads the code, so that the component is shown at once later. Rejects when the import fails. */
  preload: () => Promise<void>;
};

type Code<Props extends object> = {
  load: () => Promise<ComponentType<Props>>;
  /** The loaded component, or one that suspends until it is loaded, and throws where that has failed. */
  component: () => ComponentType<Props>;
  /** Lets a failed load be tried again. */
  forget: () => void;
};

const failed = new Set<() => void>();

/**
 * Like `lazy` of React, which remembers a failed load for as long as the page is open. Here `forgetFailedLoads` lets
 * it be tried again: a network that was missing once must not be missing for good.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const code = codeOf(load);
  const preload = async () => {
    await code.load();
  };
  return Object.assign((props: Props) => <Loaded code={code} props={props} />, { preload });
}

function Loaded<Props extends object>({ code, props }: { code: Code<Props>; props: Props }) {
  // Chosen once: another component type would remount the component and lose its input.
  const [Shown] = useState<ComponentType<Props>>(() => code.component());
  return <Shown {...props} />;
}

function codeOf<Props extends object>(load: () => Promise<ComponentType<Props>>): Code<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: ComponentType<Props> | null = null;
  const remember = (error: unknown) => {
    failed.add(code.forget);
    throw error;
  };
  const code: Code<Props> = {
    load: async () => {
      loaded ??= await load();
      return loaded;
    },
    component: () => {
      loading ??= lazy(async () => {
        const component = await code.load().catch(remember);
        await new Promise<void>(afterPress);
        return { default: component };
      });
      return loaded ?? loading;
    },
    forget: () => {
      loading = null;
    },
  };
  return code;
}

/** Lets everything that failed to load be loaded again. */
export function forgetFailedLoads(): void {
  for (const forget of failed) forget();
  failed.clear();
  loadStylesAgain();
}

/** Vite requests the styles of a chunk once, whether or not they arrive. */
function loadStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('head > link[rel="stylesheet"]')) {
    if (link.sheet === null) link.replaceWith(link.cloneNode());
  }
}
