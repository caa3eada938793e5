// Checks the types of each package with its own settings; the root project checks the tests.
import { spawnSync } from 'node:child_process';

const packages = [
  'glucose',
  'contract',
  'signalr',
  'sources',
  'server',
  'web',
  'simulators',
  'e2e',
  'bench',
  'examples',
  '.',
];
const failed = packages.filter(
  (name) =>
    spawnSync('tsc', ['-p', name], { stdio: 'inherit', shell: process.platform === 'win32' }).status !== 0,
);
if (failed.length > 0) {
  console.error(`Types are wrong in: ${failed.join(', ')}`);
  process.exitCode = 1;
}
