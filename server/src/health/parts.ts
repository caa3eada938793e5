import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canDecrypt, type Encryption } from '../encryption/cipher.ts';
import { MINUTE, SECOND } from '../shared/time-units.ts';
import type { Store } from '../store/store.ts';
import type { Check } from './checks.ts';
import type { HealthPart } from './health.ts';

/** The least free space: enough for an email, a photo and SQLite's next pages. Own choice. */
const FREE_BYTES = 64 * 1024;
/** A node looks every 250 ms; a query of the store times out after 10 s. */
const LOOK_MISSED_MS = 30 * SECOND;
/** Longer than any poll (2 minutes, after which the lease expires): no node has polled it at all. */
const UNCLAIMED_MS = MINUTE;
/** After a start, and after an outage of the store, everything is due at once and is polled a little later. */
const CATCH_UP_MS = MINUTE;
const STAYS_UNCLAIMED_MS = 15 * SECOND;
/** Encrypted sessions that are tried; a lost key decrypts none of them. */
const SIGN_INS_TRIED = 10;
/** How often the key is checked. With a lost key, the check reads every connection. */
const KEY_EVERY_MS = 30 * SECOND;

type Dependencies = {
  store: { checks: Store['checks'] };
  dataDir: string;
  encryption: Pick<Encryption, 'decrypt' | 'prefix'>;
  /** Epoch ms of the last look for polls, and for alarms, that are due; null where this node does not do it, or not yet. */
  polledAt: () => number | null;
  evaluatedAt: () => number | null;
  sources: readonly string[];
  /** Whether push services accept this server. */
  push: Check;
  /** The clock of leases and due times, and the check of this machine's clock. */
  clock: { now(): number; check(): Promise<void> };
};

/** The check of each part. */
export function partChecks(parts: Dependencies): Readonly<Record<HealthPart, Check>> {
  const { store, clock, sources, polledAt, evaluatedAt } = parts;
  return {
    store: () => store.checks.write(clock.now()),
    disk: () => hasRoom(parts.dataDir),
    poller: dueCheck(
      { lookedAt: polledAt, isUnclaimed: (before) => store.checks.isUnclaimed(sources, before) },
      clock.now,
    ),
    alarms: dueCheck(
      { lookedAt: evaluatedAt, isUnclaimed: (before) => store.checks.areAlarmsUnclaimed(before) },
      clock.now,
    ),
    key: seldom(() => keyOpens(parts), clock.now),
    push: parts.push,
    clock: clock.check,
  };
}

export async function hasRoom(folder: string): Promise<void> {
  const file = join(folder, 'health.part');
  try {
    await writeFile(file, Buffer.alloc(FREE_BYTES), { mode: 0o600 });
  } finally {
    await rm(file, { force: true });
  }
}

type DueWork = { lookedAt: () => number | null; isUnclaimed: (before: number) => Promise<boolean> };

/** This node looks for what is due, and some node does it. */
function dueCheck({ lookedAt, isUnclaimed }: DueWork, now: () => number): Check {
  let startedAt = now();
  let unclaimedSince: number | null = null;
  return async () => {
    // Times that are in the future were noted before the clock was set back.
    startedAt = Math.min(startedAt, now());
    const at = lookedAt();
    if (at !== null && now() - at > LOOK_MISSED_MS)
      throw new Error('This node does not look for what is due');
    if (now() - startedAt < CATCH_UP_MS) return;
    unclaimedSince = (await isUnclaimed(now() - UNCLAIMED_MS))
      ? Math.min(unclaimedSince ?? now(), now())
      : null;
    if (unclaimedSince !== null && now() - unclaimedSince >= STAYS_UNCLAIMED_MS)
      throw new Error('No node takes what is due');
  };
}

/** The key is lost when it decrypts no session: neither the newest wearers' nor one that was encrypted since. */
export async function keyOpens({
  store,
  encryption,
}: Pick<Dependencies, 'store' | 'encryption'>): Promise<void> {
  const found = await store.checks.newestEncrypted(SIGN_INS_TRIED);
  const opens = ({ wearerId, text }: (typeof found)[number]) =>
    canDecrypt(encryption, text, { wearerId, what: 'session' });
  if (found.length === 0 || found.some(opens) || (await store.checks.isEncryptedWith(encryption.prefix)))
    return;
  throw new Error('No key opens the stored sign-ins');
}

/** Caches the last result for a while. */
function seldom(check: Check, now: () => number): Check {
  let at = Number.NEGATIVE_INFINITY;
  let last = Promise.resolve();
  return () => {
    const agoMs = now() - at;
    // Negative: the clock was set back.
    if (agoMs >= KEY_EVERY_MS || agoMs < 0) {
      at = now();
      last = check();
    }
    return last;
  };
}
