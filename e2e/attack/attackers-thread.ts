import { parentPort, workerData } from 'node:worker_threads';
import { photoBombs } from '../support/hostile/photo-bombs.ts';
import {
  hostileNightscoutSites,
  idleAndFloodingSockets,
  reconnectingDevices,
  requests,
  type Seen,
} from './attackers.ts';
import type { AnonymousClient } from './generated-requests.ts';
import { randomFrom } from './random.ts';

/** The input of a thread of attackers. */
export type AttackersTask = {
  target: { url: string; mqttPort: number };
  anonymousClients: AnonymousClient[];
  seed: number;
  seconds: number;
  forbidden: readonly string[];
};

// In a separate thread, so that the work of the attackers does not count as waiting time of the wearer.
const { target, anonymousClients, seed, seconds, forbidden } = workerData as AttackersTask;
const seen: Seen = { statuses: new Map(), faults: [] };
const about = {
  target,
  seen,
  forbidden,
  random: randomFrom(seed),
  stop: AbortSignal.timeout(seconds * 1000),
};
const kinds = [requests, reconnectingDevices, idleAndFloodingSockets, hostileNightscoutSites, photoBombs];
await Promise.all(
  anonymousClients.flatMap((anonymousClient) => kinds.map((kind) => kind({ ...about, anonymousClient }))),
);
parentPort?.postMessage(seen);
