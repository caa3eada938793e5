import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { startText } from './src/text/start.ts';

/** Puts boot.js into index.html: as a file of its own, it would keep the first picture waiting for one round trip more. */
export function bootPlugin(): Plugin {
  return {
    name: 'boot',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace(
          '<script src="/boot.js"></script>',
          () => `<script data-not-loaded="${startText.notLoaded}" ${bootFiles}>${script()}</script>`,
        ),
    },
  };
}

/** Where `preloadPlugin` names the files for it. */
export const bootFiles = 'data-app data-dashboard';

/** Without what only its readers need. */
const script = (): string =>
  readFileSync(new URL('boot.js', import.meta.url), 'utf8').replace(/^ *(\/\/.*\n)?/gm, '');
