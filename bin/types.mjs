// Each room is checked against what it is granted; the root project checks the tests.
import { spawnSync } from 'node:child_process';

const rooms = ['glucose', 'contract', 'signalr', 'sources', 'server', 'web', 'outside', '.'];
const failed = rooms.filter(
  (room) =>
    spawnSync('tsc', ['-p', room], { stdio: 'inherit', shell: process.platform === 'win32' }).status !== 0,
);
if (failed.length > 0) {
  console.error(`Types are wrong in: ${failed.join(', ')}`);
  process.exitCode = 1;
}
