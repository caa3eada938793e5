import type { Plugin } from 'vite';

/** Files of the `public` folder that pages need without a network. */
const publicFiles = [
  ...['favicon.svg', 'manifest.webmanifest', 'lamp.webmanifest'],
  ...['icons/icon-192.png', 'icons/lamp-192.png'],
];

/** Writes `files.json`: every file of the web app that a current browser may request, for the service worker. */
export function fileListPlugin(): Plugin {
  return {
    name: 'file-list',
    generateBundle: {
      // After Vite has removed the chunks that hold styles alone.
      order: 'post',
      handler(_, bundle) {
        // Browsers that have service workers read woff2.
        const built = Object.keys(bundle).filter((name) => /\.(js|css|woff2)$/.test(name));
        const source = JSON.stringify([...publicFiles, ...built].map((name) => `/${name}`));
        this.emitFile({ type: 'asset', fileName: 'files.json', source });
      },
    },
  };
}
