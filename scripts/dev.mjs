// Server and web app, both reloading on change; the web app answers at Vite's address and passes calls on.
import { install, launch, root } from './setup.mjs';

install();
const children = [
  launch('node', ['--watch', '--watch-preserve-output', 'server/src/main.ts']),
  launch('vite', ['--clearScreen', 'false'], { cwd: `${root}/web` }),
];
for (const child of children) {
  child.on('exit', (code) => {
    for (const other of children) other.kill();
    process.exitCode = code ?? 0;
  });
}
