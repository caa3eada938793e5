import {
  addWearer,
  connectCalls,
  currentUser,
  listWearers,
  saveRange,
  wearerHeader,
} from '@tealight/contract';
import { send, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { type Sensor, SITE_SECRET } from './sensors.ts';

/** A wearer of an account, connected to a sensor. */
export type Person = {
  sensor: Sensor;
  /** The public id, as the header of calls has it. */
  id: string;
  token: string;
  /** The connection code, in canonical form. */
  code: string;
};

/** An account may have so many wearers of its own (contract/src/people/wearers.ts). */
const WEARERS_AN_ACCOUNT = 20;
/** A node reads this many histories at a time. */
const AT_ONCE = 6;

/** Signs accounts up, adds a wearer for each sensor, and connects them. */
export async function connectPeople(url: string, sensors: readonly Sensor[]): Promise<Person[]> {
  const people: Person[] = [];
  for (let first = 0; first < sensors.length; first += WEARERS_AN_ACCOUNT) {
    const some = sensors.slice(first, first + WEARERS_AN_ACCOUNT);
    const { token } = await wearerOf(url);
    const ids = await wearersOf(url, token, some.length);
    for (let begin = 0; begin < some.length; begin += AT_ONCE) {
      const batch = some.slice(begin, begin + AT_ONCE);
      people.push(
        ...(await Promise.all(
          batch.map((sensor, index) => connected(url, { token, id: ids[begin + index] ?? '' }, sensor)),
        )),
      );
    }
  }
  return people;
}

async function wearersOf(url: string, token: string, count: number): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const { selected } = (await (await fetch(url + listWearers.path, { headers })).json()) as {
    selected: string;
  };
  const ids = [selected];
  while (ids.length < count) {
    const { id } = (await send(url + addWearer.path, { name: `Wearer ${ids.length}` }, token)) as {
      id: string;
    };
    ids.push(id);
  }
  return ids;
}

async function connected(
  url: string,
  { token, id }: { token: string; id: string },
  sensor: Sensor,
): Promise<Person> {
  const login = { endpoint: sensor.url, apiSecret: SITE_SECRET };
  await send(url + connectCalls.nightScout.path, login, token, id);
  await send(url + saveRange.path, { unit: 'mg/dL', high: 180, inRange: 110, low: 70 }, token, id);
  const headers = { authorization: `Bearer ${token}`, [wearerHeader]: id };
  const me = (await (await fetch(url + currentUser.path, { headers })).json()) as { connectionCode: string };
  return { sensor, id, token, code: me.connectionCode.replace('-', '') };
}
