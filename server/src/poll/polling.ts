import { randomUUID } from 'node:crypto';
import type { ConnectionStatus } from '@tealight/contract';
import { SECOND } from '../times.ts';
import { connecting } from './connecting.ts';
import { openDesk } from './desk.ts';
import { openDoors } from './doors.ts';
import { openFills } from './fills.ts';
import { openGates } from './gates.ts';
import { openLookedAt } from './looked-at.ts';
import type { Parts } from './parts.ts';
import { choosing } from './people.ts';
import { openPlaces } from './places.ts';
import type { Tools } from './poll-one.ts';
import { openRecorder } from './recorder.ts';
import { toStatus } from './status.ts';
import { noTally } from './tally.ts';
import { openTurns } from './turns.ts';

/** How often to look what is due: half of it is what a reading waits on average. */
const LOOK_EVERY_MS = 250;
/** When the store does not answer. */
const STORE_AGAIN_MS = 2 * SECOND;

type ByItself = 'chance' | 'node' | 'tally';
type Given = Omit<Parts, ByItself> & Partial<Pick<Parts, ByItself>>;

export type Polling = ReturnType<typeof openPolling>;

/** Asks every connected source when its next reading should be there. Nothing happens by itself before `start`. */
export function openPolling(given: Given) {
  const parts: Parts = { chance: Math.random, node: randomUUID(), tally: noTally, ...given };
  const { store, sources, node, now, log } = parts;
  const tools: Tools = {
    ...parts,
    gates: openGates(now),
    doors: openDoors(),
    turns: openTurns(),
    fills: openFills(),
    places: openPlaces(),
    record: openRecorder(store.leases, node, () => desk.underWay()),
  };
  const nap = openNap();
  const desk = openDesk(tools, nap.wake);
  let running: Promise<void> | null = null;
  let stopped = false;
  let storeLost = false;

  const look = async (): Promise<number> => {
    try {
      await desk.look();
      if (storeLost) log.info({ event: 'store-back' });
      storeLost = false;
      return LOOK_EVERY_MS;
    } catch (error) {
      if (!storeLost) log.error({ event: 'store-lost', err: error });
      storeLost = true;
      return STORE_AGAIN_MS;
    }
  };
  const run = async (): Promise<void> => {
    while (!stopped) await nap.sleep(await look());
  };

  const parted = (wearerId: number): void => {
    desk.drop(wearerId);
    nap.wake();
  };

  return {
    ...connecting(tools, parted),
    ...choosing(tools, parted),
    /** How the wearer's connection stands, in the contract's words. */
    async status(wearerId: number): Promise<ConnectionStatus> {
      const connection = await store.connections.find(wearerId);
      return toStatus(connection, sources[connection?.source ?? ''], now());
    },
    /** Somebody looks at the wearer's readings now. */
    lookedAt: openLookedAt(tools, nap.wake),
    start(): void {
      running ??= run();
    },
    /** One look at what is due: begins with it, and prolongs what takes long. */
    look: desk.look,
    /** One look, and everything it began: time stands still for those who hand in their own clock. */
    async turn(): Promise<void> {
      await desk.look();
      await desk.idle();
    },
    /** Begins nothing new, lets what was begun finish, and gives the rest to other nodes. */
    async [Symbol.asyncDispose](): Promise<void> {
      stopped = true;
      nap.wake();
      await running;
      await desk.close();
    },
  };
}

/** Sleep that can be cut short. */
function openNap() {
  let wake: () => void = () => {};
  let woken = false;
  return {
    wake(): void {
      woken = true;
      wake();
    },
    async sleep(ms: number): Promise<void> {
      if (!woken) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, ms);
        await promise;
        clearTimeout(timer);
      }
      woken = false;
    },
  };
}
