import {
  accessProblems,
  calls,
  cgmConnection,
  changesPath,
  currentReadings,
  currentUser,
  glucoseChart,
  glucoseProfile,
  type ListedWearer,
  listWearers,
  narrowedRights,
  type ReplyOf,
  type Right,
  type Role,
  readStatistics,
  selectWearer,
  statisticsSettings,
  wearerGlances,
} from '@tealight/contract';
import { ada, failure, fakeCalls, type ReceivedCall } from './fake-calls.ts';
import { aConnection, aReading, minutesAgo } from './fake-server.ts';
import { someChart, someProfile, someStatistics } from './fake-statistics.ts';
import { aFollowed } from './fake-wearers.ts';

/** Ben, whom the account follows. */
export const followedBen = (more: Parameters<typeof aFollowed>[0] = {}): ListedWearer =>
  aFollowed({ ...{ id: 'benbenbenben', name: 'Ben', accent: 'violet', ownerName: 'Cleo' }, ...more });

/** The rights of a role narrowed to some of them. */
export const rightsOf = (role: Role, ...wanted: Right[]): Right[] => [...narrowedRights(role, wanted)];

/** What the fake server knows; a test changes it. */
export type FakePeople = {
  selected: string;
  wearers: ListedWearer[];
  /** The current value of each wearer, mg/dL; others have no reading. */
  values: Record<string, number>;
};

type Answer = (received: ReceivedCall) => unknown;

/**
 * Stubs `fetch` for an account that sees several wearers. A call about a wearer is answered with that wearer's data,
 * and refused as the contract says: 404 for who is not in the list, 403 without the right.
 *
 * `refused`: the calls that were refused. `more`: further answers, by path.
 */
export function fakePeople(people: FakePeople, more: Record<string, Answer> = {}) {
  const refused: { path: string; code: string }[] = [];
  const readingOf = (id: string) => {
    const value = people.values[id];
    return value === undefined ? null : aReading({ value, time: minutesAgo(1.5) });
  };
  const own: Record<string, (id: string, received: ReceivedCall) => unknown> = {
    [currentReadings.path]: (id): ReplyOf<typeof currentReadings> => ({
      data: { unit: 'mg/dL', currentCgmReading: readingOf(id), previousCgmReading: null },
    }),
    [cgmConnection.path]: () => aConnection(),
    [currentUser.path]: () => ({ ...ada, rangeSetup: { unit: 'mg/dL', high: 180, inRange: 110, low: 70 } }),
    '/api/v1/Readings/live-devices': () => ({ liveDevices: 0 }),
    [glucoseChart.path]: () => ({ data: someChart([100, 104, 112]) }),
    [readStatistics.path]: () => ({ data: someStatistics() }),
    [glucoseProfile.path]: () => ({ data: someProfile() }),
    [statisticsSettings.path]: () => ({ data: { timeZone: 'UTC', population: 'adult', keepDays: null } }),
    [selectWearer.path]: (id) => {
      people.selected = id;
      return { isSuccess: true };
    },
  };
  const answers: Record<string, Answer> = {
    [`GET ${listWearers.path}`]: () => ({ selected: people.selected, wearers: people.wearers }),
    [`GET ${wearerGlances.path}`]:
      more[wearerGlances.path] ??
      (() => ({
        glances: people.wearers.map(({ id, unit }) => ({
          id,
          unit,
          reading: readingOf(id),
          connection: aConnection(),
        })),
      })),
    [`GET ${changesPath}`]: () => new Promise(() => {}),
  };
  for (const { method, path, access, furtherRight } of calls) {
    if (typeof access === 'string' || !('right' in access)) continue;
    answers[`${method} ${path}`] = (received) => {
      const id = received.wearer ?? people.selected;
      const listed = people.wearers.find((wearer) => wearer.id === id);
      const needed = furtherRight?.fields.some((field) => field in received.query)
        ? [access.right, furtherRight.right]
        : [access.right];
      const code =
        listed === undefined
          ? 'no-such-wearer'
          : needed.every((right) => listed.rights.includes(right))
            ? null
            : 'not-allowed';
      if (code === null) return more[path]?.(received) ?? own[path]?.(id, received) ?? { isSuccess: true };
      if (!accessProblems(access).includes(code)) throw new Error(`${path} has no ${code}`);
      refused.push({ path, code });
      return failure(code);
    };
  }
  return { ...fakeCalls(answers), refused };
}
