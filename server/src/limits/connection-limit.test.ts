import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate as nextEventLoopRound } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectionLimits, openConnectionLimit } from './connection-limit.ts';

const connection = () => new PassThrough();

describe('the limit of open connections', () => {
  test('a new connection replaces the one that has been idle longest', () => {
    const limit = openConnectionLimit({ total: 2, perAddress: 2 });
    const [first, second, third] = [connection(), connection(), connection()];
    limit.admit(first, 'a');
    limit.admit(second, 'b');
    expect(limit.admit(third, 'c')).not.toBeNull();
    expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
    expect(limit).toMatchObject({ open: 2, rejected: 0, evicted: 1 });
  });

  test('a busy connection is not replaced until it is idle again', () => {
    const limit = openConnectionLimit({ total: 1, perAddress: 1 });
    const [first, second, third] = [connection(), connection(), connection()];
    const admitted = limit.admit(first, 'a');
    admitted?.setBusy();
    expect(limit.admit(second, 'b')).toBeNull();
    expect([first.destroyed, second.destroyed]).toEqual([false, true]);
    admitted?.setIdle();
    expect(limit.admit(third, 'b')).not.toBeNull();
    expect(first.destroyed).toBe(true);
    expect(limit).toMatchObject({ open: 1, rejected: 1, evicted: 1 });
  });

  test('an address at its limit replaces its own connections, not those of others', () => {
    const limit = openConnectionLimit({ total: 10, perAddress: 2 });
    const own = [connection(), connection(), connection()];
    const other = connection();
    limit.admit(other, 'b');
    for (const one of own) limit.admit(one, 'a');
    expect([...own, other].map(({ destroyed }) => destroyed)).toEqual([true, false, false, false]);
  });

  test('a connection without an address counts only in total', () => {
    const limit = openConnectionLimit({ total: 10, perAddress: 1 });
    for (let count = 0; count < 5; count += 1) limit.admit(connection(), null);
    expect(limit).toMatchObject({ open: 5, rejected: 0, evicted: 0 });
  });

  test('a closed connection no longer counts, however it was closed', async () => {
    const limit = openConnectionLimit({ total: 2, perAddress: 1 });
    const closed = connection();
    const admitted = limit.admit(closed, 'a');
    closed.destroy();
    await nextEventLoopRound();
    admitted?.setIdle();
    expect(limit.open).toBe(0);
    limit.admit(connection(), 'a')?.setBusy();
    limit.admit(connection(), 'b')?.setBusy();
    expect(limit).toMatchObject({ open: 2, rejected: 0, evicted: 0 });
  });

  test('an address is forgotten with its last connection, whether that was closed or replaced', async () => {
    const limit = openConnectionLimit({ total: 3, perAddress: 2 });
    const [first, second] = [connection(), connection()];
    limit.admit(first, 'a');
    limit.admit(second, 'a');
    limit.admit(connection(), null);
    expect(limit.addresses).toBe(1);
    limit.admit(connection(), 'b');
    expect([first.destroyed, limit.addresses]).toEqual([true, 2]);
    second.destroy();
    await nextEventLoopRound();
    expect(limit.addresses).toBe(1);
  });
});

describe('the limits of this process', () => {
  test.each([
    ['Max open files            unlimited            unlimited            files', 16_000, 1000],
    ['Max open files            1048576              1048576              files', 16_000, 1000],
    ['Max open files            1024                 524288               files', 624, 624],
    ['Max open files            256                  4096                 files', 100, 100],
    ['Max processes             1024                 1024                 processes', 16_000, 1000],
  ])('with “%s” are %i connections and %i from one address', async (line, total, perAddress) => {
    const folder = await mkdtemp(join(tmpdir(), 'tealight-limits-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'limits');
    await writeFile(
      file,
      `Limit                     Soft Limit           Hard Limit           Units\n${line}\nMax locked memory         65536                65536                bytes\n`,
    );
    expect(connectionLimits({ byAddress: true }, file)).toEqual({ total, perAddress });
    expect(connectionLimits({ byAddress: false }, file)).toEqual({ total, perAddress: total });
  });

  test('are the usual ones where the system has no such file', () => {
    expect(connectionLimits({ byAddress: true }, '/nowhere/limits')).toEqual({
      total: 16_000,
      perAddress: 1000,
    });
  });
});
