import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env.TEALIGHT_SERVER ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const passed = ['/api', '/device', '/photos', '/outbox', '/health', '/browserhub'];

export default defineConfig({
  plugins: [react()],
  // The server puts a fresh nonce into every answer in place of this mark.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    proxy: Object.fromEntries(passed.map((path) => [path, { target: server, ws: true }])),
  },
});
