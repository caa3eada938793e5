import { HAND_OVER_DAYS, MAX_WEARERS } from '@tealight/contract';
import { openIncident } from '../../shared/incident.ts';
import { DAY, MINUTE } from '../../shared/time-units.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { Wearer } from '../../store/accounts/wearers.ts';
import { carerRights } from '../../store/people/rights.ts';
import type { ShareLink } from '../../store/people/share-links.ts';
import type { Stores } from '../../store/store.ts';
import type { Dependencies } from '../dependencies.ts';
import { accessEnded, endAlarms, endLinks, noteAudit } from './access-changes.ts';
import { peopleMails } from './people-mails.ts';

/** A wearer with a new owner, and the code of the former owner where it ended. */
export type HandedOver = { wearer: Wearer; endedCode: string | null };

/** Agreed hand-overs are looked for this often. Own choice: they are agreed days before. */
const EVERY_MS = 5 * MINUTE;
/** Hand-overs done in one run of the job, each in a transaction of its own. */
const BATCH = 100;

/**
 * Makes the other account the owner, in a transaction. Each keeps the lamps of their own code. An account always has
 * a wearer of its own: one that gives its only wearer away gets an empty one. What the former owner has offered to
 * others ends, and share links whose secret they know too, unless they stay as carer. Null when the hand-over is gone;
 * `at-limit`, with nothing changed, when the new owner has as many wearers as an account may have.
 */
export async function handOverNow(
  inside: Stores,
  wearerId: number,
  dependencies: Pick<Dependencies, 'now' | 'templates' | 'site'>,
): Promise<HandedOver | 'at-limit' | null> {
  const now = dependencies.now();
  const people = await lockPeople(inside, wearerId);
  if (people === null) return null;
  const { handOver, wearer, from, to } = people;
  if (await isAtLimit(inside, to.id)) return 'at-limit';
  await inside.handOvers.remove(wearerId);
  const follow = await inside.follows.byAccount(wearerId, to.id);
  if (follow === null) return null;

  const staysAsCarer = handOver.ownerBecomes === 'carer';
  await inside.follows.remove(wearerId, to.id);
  await inside.wearers.saveOwner(wearerId, to.id, follow.code);
  await inside.devices.changeOwner(wearerId, { from: staysAsCarer ? from.id : null, to: to.id });
  if (staysAsCarer) {
    await inside.follows.save(wearerId, from.id, { role: 'carer', rights: carerRights }, now);
    await inside.follows.saveCode(wearerId, from.id, wearer.code);
  } else {
    await endAlarms(inside, wearerId, from.id);
    const isKnown = ({ madeBy }: ShareLink) => madeBy === null || madeBy === from.id;
    await endLinks(inside, wearerId, { which: isKnown, by: from.id, now });
  }
  await inside.invitations.removeMadeBy(wearerId, from.id);
  const left = await inside.visibleWearers.count(from.id);
  if (left.own === 0)
    await inside.wearers.add(from.id, { name: from.firstName, accent: 'teal', birthYear: null }, now);
  await noteAudit(inside, wearerId, { kind: 'handed-over', by: from.id, about: to.id }, now);
  await peopleMails.handedOver(inside, { from, to, wearer }, dependencies);
  return { wearer, endedCode: staysAsCarer ? null : wearer.code };
}

/** Whether an account has as many wearers of its own as it may have. */
export const isAtLimit = async ({ visibleWearers }: Pick<Stores, 'visibleWearers'>, accountId: number) =>
  (await visibleWearers.count(accountId)).own >= MAX_WEARERS;

/**
 * The hand-over, locked with both accounts and the wearer: none of them is erased meanwhile. Accounts first and in one
 * order, then the wearer, then the rest, as everywhere: so two transactions never wait for each other. Null when something of it is gone.
 */
async function lockPeople(inside: Stores, wearerId: number) {
  const planned = await inside.handOvers.of(wearerId);
  const owned = await inside.wearers.byId(wearerId);
  if (planned === null || owned === null) return null;
  const locked = new Map<number, Account>();
  for (const id of [owned.accountId, planned.toAccount].sort((one, other) => one - other)) {
    const account = await inside.accounts.lock(id);
    if (account !== null) locked.set(id, account);
  }
  const wearer = await inside.wearers.lock(wearerId);
  const handOver = await inside.handOvers.lock(wearerId);
  const from = wearer && locked.get(wearer.accountId);
  const to = handOver && locked.get(handOver.toAccount);
  return handOver && wearer && from && to ? { handOver, wearer, from, to } : null;
}

/** Ends, in a transaction, a hand-over that is due while the new owner has too many wearers, with an email to both. */
async function endAtLimit(
  inside: Stores,
  wearerId: number,
  dependencies: Pick<Dependencies, 'now' | 'templates' | 'site'>,
): Promise<void> {
  const people = await lockPeople(inside, wearerId);
  if (people === null) return;
  const { wearer, from, to } = people;
  await inside.handOvers.remove(wearerId);
  const entry = { kind: 'hand-over-failed', by: to.id, about: to.id } as const;
  await noteAudit(inside, wearerId, entry, dependencies.now());
  await peopleMails.handOverFailed(inside, { from, to, wearer }, dependencies);
}

/** Tells every node. */
export async function afterHandOver(
  { wearer, endedCode }: HandedOver,
  dependencies: Dependencies,
): Promise<void> {
  dependencies.flushOutbox();
  await accessEnded(dependencies, wearer.id, endedCode);
  await dependencies.changes.publish(wearer.id, 'devices');
}

/** Hand-overs that were agreed long enough ago. Several nodes may look at once. */
export async function handOverDue(dependencies: Dependencies): Promise<void> {
  const { store, now, erasingTime = now } = dependencies;
  const at = await erasingTime();
  if (at === null) return;
  for (const wearerId of await store.handOvers.agreedBefore(at - HAND_OVER_DAYS * DAY, BATCH)) {
    const done = await store.transaction(async (inside) => {
      const done = await handOverNow(inside, wearerId, dependencies);
      if (done === 'at-limit') await endAtLimit(inside, wearerId, dependencies);
      return done;
    });
    if (done === 'at-limit') {
      dependencies.flushOutbox();
      await dependencies.changes.publish(wearerId, 'people');
    } else if (done !== null) await afterHandOver(done, dependencies);
  }
}

/** Lets agreed hand-overs take effect when they are due. Every node looks; one of them does it. */
export function openHandOverJob(dependencies: Dependencies): AsyncDisposable {
  const incident = openIncident(dependencies.log, 'hand-over-failed');
  const timer = setInterval(() => {
    handOverDue(dependencies).then(
      () => incident.worked(),
      (error: unknown) => incident.failed(error),
    );
  }, EVERY_MS).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
    },
  };
}
