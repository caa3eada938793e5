import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

const PORTS = 90;

/** A process that is given ports, sends them, and lives until it is killed or this one ends. */
function otherProcess(): { child: ChildProcess; ports: Promise<number[]> } {
  const script = `
    const { freePort } = await import(${JSON.stringify(new URL('free-port.ts', import.meta.url).href)});
    const ports = [];
    for (let count = 0; count < ${PORTS}; count += 1) ports.push(await freePort());
    process.on('message', () => {});
    process.send(ports);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ports = once(child, 'message').then(([sent]) => sent as number[]);
  return { child, ports };
}

test('no two processes are given the same port, and a process is not given one twice', async () => {
  const others = Array.from({ length: 3 }, otherProcess);
  const here: number[] = [];
  for (let count = 0; count < PORTS; count += 1) here.push(await freePort());
  const all = [here, ...(await Promise.all(others.map(({ ports }) => ports)))].flat();
  for (const { child } of others) child.kill();
  expect(new Set(all).size).toBe(4 * PORTS);
  for (const [index, port] of here.entries()) expect(here[index + 1]).not.toBe(port + 1);
});
