import { SourceError, type Trouble } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { NOON } from '../../test/vendor.ts';
import { MINUTE, SECOND } from '../times.ts';
import { doorOf, openDoors } from './doors.ts';

const DOOR = doorOf('vendor.example');
const failing = (
  doors: ReturnType<typeof openDoors>,
  trouble: Trouble,
  wearers: number[],
  retryAfterMs?: number,
) =>
  wearers.map((wearerId) =>
    doors.failed(DOOR, wearerId, { error: new SourceError('fake', trouble, { retryAfterMs }), now: NOON }),
  );

describe('[SRC-3] a vendor’s address', () => {
  test('that answers nobody is asked by one wearer in ten seconds, and opens with the first answer', () => {
    const doors = openDoors();
    expect(failing(doors, 'unreachable', [1, 2, 3])).toEqual([false, false, true]);
    expect(doors.shut(DOOR, NOON + 9 * SECOND)).toBe('unreachable');
    expect(doors.shut(DOOR, NOON + 10 * SECOND)).toBeNull();
    expect(doors.shut(DOOR, NOON + 11 * SECOND)).toBe('unreachable');
    expect(doors.answered(DOOR)).toBe(true);
    expect(doors.shut(DOOR, NOON + 11 * SECOND)).toBeNull();
  });

  test.each(['unreadable', 'wrong-address'] as const)(
    'that says nothing but %s is as good as away',
    (trouble) => {
      const doors = openDoors();
      failing(doors, trouble, [1, 2, 3]);
      expect(doors.shut(DOOR, NOON + 9 * SECOND)).toBe(trouble);
      expect(doors.shut(DOOR, NOON + 10 * SECOND)).toBeNull();
    },
  );

  test('that is away and names a time is left alone until then', () => {
    const doors = openDoors();
    failing(doors, 'unreachable', [1, 2, 3], 5 * MINUTE);
    expect(doors.shut(DOOR, NOON + 5 * MINUTE - 1)).toBe('unreachable');
    expect(doors.shut(DOOR, NOON + 5 * MINUTE)).toBeNull();
  });

  test('that does not answer one wearer again and again stays open for the others', () => {
    const doors = openDoors();
    failing(doors, 'unreachable', [1, 1, 1, 1, 1, 2]);
    expect(doors.shut(DOOR, NOON)).toBeNull();
  });

  test('that asks two wearers to slow down is left alone for as long as it says', () => {
    const doors = openDoors();
    failing(doors, 'too-many-calls', [1, 2], 5 * MINUTE);
    expect(doors.shut(DOOR, NOON + 5 * MINUTE - 1)).toBe('too-many-calls');
    expect(doors.shut(DOOR, NOON + 5 * MINUTE)).toBeNull();
  });

  test('stays open when it refuses logins', () => {
    const doors = openDoors();
    failing(doors, 'wrong-login', [1, 2, 3, 4, 5]);
    expect(doors.shut(DOOR, NOON)).toBeNull();
  });

  test('has everybody back within a minute of its return, and not in one moment', () => {
    const doors = openDoors();
    failing(doors, 'unreachable', [1, 2, 3]);
    const back = [0, 0.5, 0.99].map((chance) => doors.comeBackAt(DOOR, NOON, chance) - NOON);
    expect(back).toEqual([15_000, 27_500, 39_750]);
  });

  test('that was never asked is open', () => {
    const doors = openDoors();
    expect([doors.shut(null, NOON), doors.shut(DOOR, NOON), doors.answered(DOOR)]).toEqual([
      null,
      null,
      false,
    ]);
  });

  test('is remembered without being named', () => {
    expect(doorOf('my-child.example')).not.toMatch(/child|example/);
  });
});
