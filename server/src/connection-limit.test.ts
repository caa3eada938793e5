import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openConnectionLimit } from './connection-limit.ts';

const connection = () => new PassThrough();

describe('the limit of open connections', () => {
  test('a newcomer takes the place of the connection that has been idle longest', () => {
    const limit = openConnectionLimit({ total: 2, ofAddress: 2 });
    const [first, second, third] = [connection(), connection(), connection()];
    limit.admit(first, 'a');
    limit.admit(second, 'b');
    expect(limit.admit(third, 'c')).not.toBeNull();
    expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
    expect(limit).toMatchObject({ open: 2, refused: 0, dropped: 1 });
  });

  test('nobody takes the place of one that is answered, until it is idle again', () => {
    const limit = openConnectionLimit({ total: 1, ofAddress: 1 });
    const [first, second, third] = [connection(), connection(), connection()];
    const place = limit.admit(first, 'a');
    place?.busy();
    expect(limit.admit(second, 'b')).toBeNull();
    expect([first.destroyed, second.destroyed]).toEqual([false, true]);
    place?.idle();
    expect(limit.admit(third, 'b')).not.toBeNull();
    expect(first.destroyed).toBe(true);
    expect(limit).toMatchObject({ open: 1, refused: 1, dropped: 1 });
  });

  test('one address gives way to itself, and leaves the others their places', () => {
    const limit = openConnectionLimit({ total: 10, ofAddress: 2 });
    const own = [connection(), connection(), connection()];
    const other = connection();
    limit.admit(other, 'b');
    for (const one of own) limit.admit(one, 'a');
    expect([...own, other].map(({ destroyed }) => destroyed)).toEqual([true, false, false, false]);
  });

  test('an address that stands for many is bounded in all only', () => {
    const limit = openConnectionLimit({ total: 10, ofAddress: 1 });
    for (let count = 0; count < 5; count += 1) limit.admit(connection(), null);
    expect(limit).toMatchObject({ open: 5, refused: 0, dropped: 0 });
  });

  test('what has closed no longer counts, however it closed', async () => {
    const limit = openConnectionLimit({ total: 2, ofAddress: 1 });
    const gone = connection();
    const place = limit.admit(gone, 'a');
    gone.destroy();
    await turn();
    place?.idle();
    expect(limit.open).toBe(0);
    limit.admit(connection(), 'a')?.busy();
    limit.admit(connection(), 'b')?.busy();
    expect(limit).toMatchObject({ open: 2, refused: 0, dropped: 0 });
  });
});
