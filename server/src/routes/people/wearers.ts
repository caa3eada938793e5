import {
  addWearer,
  changeWearer,
  type ListedWearer,
  listWearers,
  MAX_WEARERS,
  orderWearers,
  selectWearer,
  wearerGlances,
} from '@tealight/contract';
import { ProblemError } from '../../http/problem-error.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import type { VisibleWearer } from '../../store/accounts/visible-wearers.ts';
import type { Dependencies } from '../dependencies.ts';
import { noteAudit } from './access-changes.ts';

/** The wearers that an account may see: listing, selecting, adding, renaming and ordering them. */
export function serveWearers(api: Api, dependencies: Dependencies): void {
  const { store, changes, now, readingsFor, polling } = dependencies;

  serve(api, listWearers, async ({ principal: { accountId, sessionHash } }) => {
    const visible = await store.visibleWearers.of(accountId);
    const selectedId = await store.sessions.selected(sessionHash);
    const own = visible.filter(({ role }) => role === 'owner').sort((one, other) => one.id - other.id);
    const selected = visible.find(({ id }) => id === selectedId) ?? own[0];
    return {
      selected: selected?.publicId ?? '',
      wearers: visible.map((wearer) =>
        listed(wearer, wearer.isUsed || visible.length === 1 || wearer.id !== own[0]?.id),
      ),
    };
  });

  serve(api, wearerGlances, async ({ principal }) => {
    const visible = await store.visibleWearers.of(principal.accountId);
    const [connections, readings] = await Promise.all([
      polling.statuses(visible.map(({ id }) => id)),
      Promise.all(visible.map(({ id, unit }) => readingsFor(id, unit))),
    ]);
    return {
      glances: visible.flatMap(({ publicId }, index) => {
        const [connection, shown] = [connections[index], readings[index]];
        if (connection === undefined || shown === undefined) return [];
        const { unit, currentCgmReading: reading } = shown.data;
        return { id: publicId, unit, reading, connection };
      }),
    };
  });

  serve(api, selectWearer, async ({ principal: { accountId, wearerId, sessionHash } }) => {
    await store.sessions.select(sessionHash, wearerId);
    await store.visibleWearers.rememberSelected(accountId, wearerId);
    return { isSuccess: true };
  });

  serve(api, addWearer, async ({ body: { name, accent = 'teal', birthYear = null }, principal }) => {
    const { publicId } = await store.transaction(async (inside) => {
      // The account may be deleted while the call is running.
      if ((await inside.accounts.lock(principal.accountId)) === null) throw new ProblemError('not-signed-in');
      const { own } = await inside.visibleWearers.count(principal.accountId);
      if (own >= MAX_WEARERS) throw new ProblemError('too-many-wearers');
      const wearer = await inside.wearers.add(principal.accountId, { name, accent, birthYear }, now());
      await noteAudit(inside, wearer.id, { kind: 'wearer-added', by: principal.accountId }, now());
      return wearer;
    });
    return { id: publicId };
  });

  serve(api, changeWearer, async ({ body, principal: { accountId, wearerId, wearer } }) => {
    const { name, accent, birthYear } = body;
    await store.transaction(async (inside) => {
      await inside.wearers.saveDetails(wearerId, {
        ...(name !== undefined && { name }),
        ...(accent !== undefined && { accent }),
        ...(birthYear !== undefined && { birthYear }),
      });
      const detail = name === undefined || name === wearer.name ? {} : { from: wearer.name, to: name };
      await noteAudit(inside, wearerId, { kind: 'wearer-changed', by: accountId, detail }, now());
    });
    await changes.publish(wearerId, 'people');
    return { isSuccess: true };
  });

  serve(api, orderWearers, async ({ body: { ids }, principal }) => {
    await store.visibleWearers.saveOrder(principal.accountId, ids);
    return { isSuccess: true };
  });
}

const listed = (
  {
    publicId,
    name,
    alias,
    accent,
    birthYear,
    role,
    rights,
    ownerName,
    unit,
    timeZone,
    hasAlarms,
  }: VisibleWearer,
  isShown: boolean,
): ListedWearer => ({
  id: publicId,
  name,
  alias,
  accent,
  birthYear,
  role,
  rights: [...rights],
  ownerName: role === 'owner' ? null : ownerName,
  unit,
  timeZone,
  isShown,
  hasAlarms: hasAlarms && rights.has('get-alarms'),
});
