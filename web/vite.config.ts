import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { earlyFiles } from './early-files.ts';

const server = process.env.TEALIGHT_SERVER ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const passed = ['/api', '/device', '/photos', '/outbox', '/health', '/browserhub'];

export default defineConfig({
  plugins: [react(), earlyFiles()],
  // The server puts a fresh nonce into every answer in place of this mark.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Both rooms only declare, so that what nobody asks for can be left out.
      treeshake: { moduleSideEffects: [{ test: /\/(contract|glucose)\/src\//, sideEffects: false }] },
      output: {
        // What many pages share comes in few files: each file of its own costs a slow network another turn.
        codeSplitting: {
          groups: [
            { name: 'schemas', test: /node_modules\/zod\//, priority: 4 },
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\//,
              priority: 3,
            },
            { name: 'kit', test: /node_modules\//, minShareCount: 5, priority: 2 },
            { name: 'words', test: /\/(contract|glucose)\/src\//, minShareCount: 4, priority: 1 },
            // Nothing that the lamp uses: it must not pull the app along.
            {
              name: 'ours',
              test: /\/web\/src\/(app\/|ui\/(use-|.*\.tsx)|call|queries|session|notices)/,
              minShareCount: 4,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(passed.map((path) => [path, { target: server, ws: true }])),
  },
});
