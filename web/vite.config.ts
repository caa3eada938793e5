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
            { name: 'vendor', test: /node_modules\/(?!@fontsource)/, minShareCount: 2, priority: 2 },
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
            // What the dashboard shows first, in one file: each further file costs a request. Nothing of the lamp page.
            {
              name: 'signed-in',
              test: /\/web\/src\/(app\/frames\/(Shell|AvatarMenu)|data\/(KeepFresh|changes-stream|wearer-queries|person|read-connection)|components\/(Avatar|use-now)|features\/(dashboard\/|devices\/(?!LampCode|QrCode|LampSettingsForm|TimeZone)|reading\/(Orb|orb-style|ReadingFacts|TrendArrow|reading-text)|range\/(RangeBar|saved-choice|use-save-range)|connect-source\/use-dexcom))/,
              priority: 0.5,
              includeDependenciesRecursively: false,
            },
            // Nothing that the lamp page imports: it would load the whole app.
            {
              name: 'shared',
              test: /\/web\/src\/(app\/|components\/(use-|.*\.tsx)|data\/(call|queries|session|notices|use-site-links))/,
              minShareCount: 3,
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
