import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fileListPlugin } from './file-list-plugin.ts';
import { preloadPlugin } from './preload-plugin.ts';

const server = process.env.TEALIGHT_SERVER ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const proxiedPaths = ['/api', '/device', '/photos', '/outbox', '/health', '/browserhub'];

export default defineConfig({
  plugins: [react(), preloadPlugin(), fileListPlugin()],
  // The server puts a new nonce into every response in place of this placeholder.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // These packages have no side effects, so unused exports can be dropped.
      treeshake: { moduleSideEffects: [{ test: /\/(contract|glucose|sources)\/src\//, sideEffects: false }] },
      output: {
        // Shared modules are grouped into few files: each further file costs a slow network another round trip.
        codeSplitting: {
          groups: [
            { name: 'schemas', test: /node_modules\/zod\//, priority: 4 },
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\//,
              priority: 3,
            },
            { name: 'vendor', test: /node_modules\//, minShareCount: 5, priority: 2 },
            {
              name: 'contract',
              test: /\/(glucose\/src\/|contract\/src\/(?!sources\/|site)|sources\/src\/source-error)/,
              minShareCount: 4,
              priority: 1.5,
              includeDependenciesRecursively: false,
            },
            // Apart from it, because the lamp shows no source.
            {
              name: 'sources',
              test: /\/(sources\/src|contract\/src\/sources|contract\/src\/site)/,
              minShareCount: 4,
              priority: 1,
            },
            // Nothing that the lamp page imports: it would load the whole app.
            {
              name: 'shared',
              test: /\/web\/src\/(app\/|components\/(use-|.*\.tsx)|data\/(call|queries|session|notices))/,
              minShareCount: 4,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(proxiedPaths.map((path) => [path, { target: server, ws: true }])),
  },
});
