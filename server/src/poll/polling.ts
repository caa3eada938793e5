import { randomUUID } from 'node:crypto';
import type { ConnectionStatus } from '@tealight/contract';
import { atMost } from '../shared/at-most.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { SECOND } from '../times.ts';
import { connecting } from './connecting.ts';
import { openDesk, STORE_WITHIN_MS } from './desk.ts';
import { openDoors } from './doors.ts';
import { openFills } from './fills.ts';
import { openGates } from './gates.ts';
import type { Parts } from './parts.ts';
import { choosing } from './people.ts';
import { openPlaces } from './places.ts';
import type { Tools } from './poll-one.ts';
import { openRecorder } from './recorder.ts';
import { toStatus } from './status.ts';
import { noTally } from './tally.ts';
import { openTurns } from './turns.ts';
import { openViewed } from './viewed.ts';

/** How often to look what is due: half of it is what a reading waits on average. */
const LOOK_EVERY_MS = 250;
/** When the store does not answer. */
const STORE_AGAIN_MS = 2 * SECOND;

type ByItself = 'chance' | 'node' | 'tally';
type Given = Omit<Parts, ByItself> &
  Partial<Pick<Parts, ByItself>> & {
    /** Whether Tealight itself has a problem, so that no source and no sensor is to blame. */
    hasProblem?: () => boolean;
  };

export type Polling = ReturnType<typeof openPolling>;

/** Asks every connected source when its next reading should be there. Nothing happens by itself before `start`. */
export function openPolling(given: Given) {
  const parts: Parts = { chance: Math.random, node: randomUUID(), tally: noTally, ...given };
  const { store, sources, node, now, log } = parts;
  const { hasProblem = () => false } = given;
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
  let failing = false;
  let lookedAt: number | null = null;

  /** A store that does not work is reported by the health checks. */
  const look = async (): Promise<number> => {
    try {
      await desk.look();
      failing = false;
      lookedAt = now();
      return LOOK_EVERY_MS;
    } catch (error) {
      if (error instanceof StoreUnavailable) lookedAt = now();
      else if (!failing) log.error({ event: 'look-failed', err: error });
      failing ||= !(error instanceof StoreUnavailable);
      return STORE_AGAIN_MS;
    }
  };
  const run = async (): Promise<void> => {
    while (!stopped) await nap.sleep(await look());
  };

  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    stopped = true;
    nap.wake();
    await atMost(STORE_WITHIN_MS, running);
    await desk.close();
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
      return toStatus(connection, sources[connection?.source ?? ''], now(), hasProblem());
    },
    /** Somebody looks at the wearer's readings now. */
    viewed: openViewed(tools, nap.wake),
    start(): void {
      lookedAt ??= now();
      running ??= run();
    },
    /** When (epoch ms) the last look ended, also one that the store refused; null before the start. */
    lookedAt: () => lookedAt,
    /** One look at what is due: begins with it, and prolongs what takes long. */
    look: desk.look,
    /** One look, and everything it began: time stands still for those who hand in their own clock. */
    async turn(): Promise<void> {
      await desk.look();
      await desk.idle();
    },
    /** Begins nothing new, lets what was begun finish for some seconds, and gives the rest to other nodes. */
    [Symbol.asyncDispose](): Promise<void> {
      closing ??= close();
      return closing;
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
