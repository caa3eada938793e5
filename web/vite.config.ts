import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootPlugin } from './boot-plugin.ts';
import { fileListPlugin } from './file-list-plugin.ts';
import { preloadPlugin } from './preload-plugin.ts';

const server = process.env.TEALIGHT_SERVER ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const proxiedPaths = ['/api', '/device', '/photos', '/outbox', '/health', '/browserhub'];

export default defineConfig({
  plugins: [react(), bootPlugin(), preloadPlugin(), fileListPlugin()],
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
            // What the lamp page needs of the app, too; nothing here may import React.
            {
              name: 'base',
              test: /node_modules\/zod\/|\/(glucose\/src\/(?!alarms\/(?!kinds\.))|contract\/src\/(?!sources\/|site|alarms\/|people\/(?!page-paths))|sources\/src\/source-error)|\/web\/src\/(paths|dom|splash\/|data\/(page\/page-|early-calls|server-clock)|features\/reading\/(age|current-of|flash-timing|orb-style|reading-text)|text\/reading|lamp\/stored-)|preload-helper/,
              minShareCount: 2,
              priority: 4,
              includeDependenciesRecursively: false,
            },
            // What the dashboard does not need of forms and lists.
            {
              name: 'forms',
              test: /\/web\/src\/components\/(focus\/use-focus-while-shown|forms\/(?!ConfirmButton|CountrySelect|FormErrors)|content\/(?!QrCode))|@mantine\/core\/esm\/(components\/(Checkbox|Combobox|FloatingIndicator|Input|InputBase|NativeSelect|PasswordInput|SegmentedControl|Switch|TextInput)|utils\/(InlineInput|InputsGroupFieldset))\//,
              minShareCount: 2,
              priority: 4,
              includeDependenciesRecursively: false,
            },
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack|@mantine|@tabler|@floating-ui)\/(?!.*\.css)/,
              priority: 3,
            },
            // What every page of the app needs, and what the dashboard and the page of a share link show first: these
            // modules with all they import.
            {
              name: 'app',
              test: /\/web\/src\/(app\/start\.|data\/call-done|components\/(AccentInitial|TextButton|Panel|Page|OutboxHint|forms\/FormErrors))|\/sources\/src\/|\/contract\/src\/(sources\/(?!medtronic|remote-browser)|site|people\/(wearers|rights)\.)|\/web\/src\/(components\/use-now|data\/events\/event-stream|features\/reading\/(BesideOrb|Orb|ReadingFacts|ReadingAnnouncement|TrendArrow)|features\/time-in-range\/(text|statistics\.module|charts\/(readings-on-chart|chart\.module)|period\/chosen-period|summary\/(AsTable|BandBar|bands|Goals|Headline|KeyNumbers|Segments)))\./,
              priority: 2,
            },
            { name: 'login', test: /\/web\/src\/features\/sign-in\/LoginPage\./, priority: 1 },
            {
              name: 'signed-in',
              test: /\/web\/src\/(app\/signed-in-pages|features\/time-in-range\/(text|settings\/use-settings))\./,
              priority: 1,
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
