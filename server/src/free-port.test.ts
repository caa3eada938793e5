import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './free-port.ts';

async function takenPort(): Promise<number> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  return (other.address() as AddressInfo).port;
}

test('[OPS-1] a taken default port is answered by the next free one', async () => {
  const port = await takenPort();
  expect(await freePort('127.0.0.1', { port, portGiven: false })).toBeGreaterThan(port);
});

test('[OPS-1] a taken port that was asked for is an error that names the variable', async () => {
  const port = await takenPort();
  await expect(freePort('127.0.0.1', { port, portGiven: true })).rejects.toThrow(/^PORT \d+ is taken/);
});

test('port 0 is any free one', async () => {
  expect(await freePort('127.0.0.1', { port: 0, portGiven: true })).toBeGreaterThan(0);
});

test('an address of another machine is told as HOST', async () => {
  await expect(freePort('192.0.2.1', { port: 0, portGiven: false })).rejects.toThrow('HOST');
});
