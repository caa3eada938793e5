import { type Change, sharedChangesPath, wearerChangesPath } from '@tealight/contract';
import { authorize, isStillAllowed } from '../../http/authorize.ts';
import type { Api } from '../../http/serve-call.ts';
import type { Parts } from '../dependencies.ts';
import { eventOf } from '../readings/changes.ts';
import { openCheckedStreams } from '../readings/checked-streams.ts';

/** Open streams of one account, and of one share link. */
const MOST_STREAMS = { account: 20, link: 50 } as const;
const ofAccount = { access: 'account' } as const;
const ofLink = { access: { scope: 'now' } } as const;
/** What a share link's page loads again. */
const shared: readonly Change[] = ['readings', 'connection', 'range'];

/** Server-sent events for all wearers of an account: `data` is JSON with the wearer's public id and the change. */
export function serveWearerChanges(
  { app, authentication }: Api,
  { store, changes }: Pick<Parts, 'store' | 'changes'>,
): AsyncDisposable {
  const streams = openCheckedStreams(MOST_STREAMS.account);
  /** The wearers that each account with an open stream may see: their public ids. */
  const visible = new Map<number, Map<number, string>>();
  const load = async (accountId: number) => {
    const wearers = await store.visibleWearers.of(accountId);
    visible.set(accountId, new Map(wearers.map(({ id, publicId }) => [id, publicId])));
  };
  const send = (accountId: number, wearer: string, change: Change) => {
    const text = `event: ${change}\ndata: ${JSON.stringify({ wearer, change })}\n\n`;
    for (const { stream } of streams.of(accountId)) stream.send(`${wearer} ${change}`, text);
  };
  const unsubscribe = changes.subscribe(async (wearerId, change) => {
    const before = accountsSeeing(wearerId);
    if (change === 'people') await reload(wearerId, before);
    for (const [accountId, publicId] of change === 'people'
      ? [...before, ...accountsSeeing(wearerId)]
      : before)
      send(accountId, publicId, change);
  });
  const accountsSeeing = (wearerId: number): Map<number, string> =>
    new Map(
      [...visible].flatMap(([accountId, wearers]) => {
        const publicId = wearers.get(wearerId);
        return publicId === undefined ? [] : [[accountId, publicId] as const];
      }),
    );
  /** Who may see the wearer has changed: for those who could see it, and for those who can now. */
  const reload = async (wearerId: number, before: ReadonlyMap<number, string>): Promise<void> => {
    const now = await store.visibleWearers.accountsOf(wearerId);
    for (const accountId of new Set([...before.keys(), ...now]))
      if (visible.has(accountId)) await load(accountId);
  };

  app.get(wearerChangesPath, async (request, reply) => {
    const { accountId } = await authorize(authentication, ofAccount, request);
    await load(accountId);
    const mayGoOn = () => isStillAllowed(authentication, { call: ofAccount, request });
    const opened = streams.open(reply, { key: accountId, opener: accountId, mayGoOn });
    const forget = () => {
      if (streams.of(accountId).length === 0) visible.delete(accountId);
    };
    if (opened === null) forget();
    else opened.stream.onClose(forget);
    return reply;
  });
  return {
    async [Symbol.asyncDispose]() {
      unsubscribe();
      await streams[Symbol.asyncDispose]();
    },
  };
}

/** Server-sent events of a share link. */
export function serveSharedChanges(
  { app, authentication }: Api,
  { changes }: Pick<Parts, 'changes'>,
): AsyncDisposable {
  const streams = openCheckedStreams(MOST_STREAMS.link);
  const wearers = new Map<number, number>();
  const unsubscribe = changes.subscribe(async (wearerId, change) => {
    for (const [linkId, ofWearer] of wearers) {
      if (ofWearer !== wearerId) continue;
      for (const { stream, check } of streams.of(linkId)) {
        if (change === 'people') await check();
        else if (shared.includes(change)) stream.send(change, eventOf(change));
      }
    }
  });
  app.get(sharedChangesPath, async (request, reply) => {
    const { link, wearer } = await authorize(authentication, ofLink, request);
    const mayGoOn = () => isStillAllowed(authentication, { call: ofLink, request });
    const opened = streams.open(reply, { key: link.id, opener: link.id, mayGoOn });
    if (opened === null) return reply;
    wearers.set(link.id, wearer.id);
    opened.stream.onClose(() => {
      if (streams.of(link.id).length === 0) wearers.delete(link.id);
    });
    return reply;
  });
  return {
    async [Symbol.asyncDispose]() {
      unsubscribe();
      await streams[Symbol.asyncDispose]();
    },
  };
}
