// Loaded before a command: counts its steps (calls of the file system, of SQLite and to the network), and at step
// FAULT_AT kills the process as a power failure would, with FAULT=stop asks it to stop, with FAULT=hangup closes its
// terminal, or with FAULT=full lets every later write of a file fail. With FAULT_AT=never it writes at the end how many
// steps there were.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { DatabaseSync } from 'node:sqlite';

const at = process.env.FAULT_AT === 'never' ? Number.POSITIVE_INFINITY : Number(process.env.FAULT_AT);
const isFull = process.env.FAULT === 'full';
const signal = { stop: 'SIGTERM', hangup: 'SIGHUP' }[process.env.FAULT] ?? 'SIGKILL';
let steps = 0;
if (at === Number.POSITIVE_INFINITY) process.on('exit', () => process.stderr.write(`steps: ${steps}\n`));

function step(isWrite) {
  steps += 1;
  if (steps < at) return;
  if (!isFull && (steps === at || signal === 'SIGKILL')) process.kill(process.pid, signal);
  if (isFull && isWrite) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
}

function count(object, name, isWrite = false) {
  const original = object[name];
  object[name] = function (...args) {
    step(isWrite);
    return original.apply(this, args);
  };
}

const handle = await fs.promises.open(import.meta.filename, 'r');
const fileHandle = Object.getPrototypeOf(handle);
await handle.close();
for (const name of ['open', 'mkdir', 'rename', 'rm', 'writeFile', 'utimes'])
  count(fs.promises, name, name === 'writeFile');
for (const name of ['write', 'sync', 'close']) count(fileHandle, name, name === 'write');
for (const name of ['exec', 'prepare']) count(DatabaseSync.prototype, name);
count(Socket.prototype, 'write');
syncBuiltinESMExports();
