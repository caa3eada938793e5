import { type Change, sharedChangesPath, wearerChangesPath } from '@tealight/contract';
import { authorize, isStillAllowed } from '../../http/authorize.ts';
import type { Api } from '../../http/serve-call.ts';
import { openIncident } from '../../shared/incident.ts';
import type { Dependencies } from '../dependencies.ts';
import { eventOf } from '../readings/changes.ts';
import { missedChanges, openCheckedStreams } from '../readings/checked-streams.ts';
import { openVisibility } from './visibility.ts';

/** Open streams of one account, and of one share link. */
const MAX_STREAMS = { account: 20, link: 50 } as const;
const ofAccount = { access: 'account' } as const;
const ofLink = { access: { scope: 'now' } } as const;
/** What a share link's page loads again. */
const shared: readonly Change[] = ['readings', 'connection', 'range'];

/** Server-sent events for all wearers of an account: `data` is JSON with the wearer's public id and the change. */
export function serveWearerChanges(
  { app, authentication }: Api,
  { store, changes, log }: Pick<Dependencies, 'store' | 'changes' | 'log'>,
): AsyncDisposable {
  const streams = openCheckedStreams(MAX_STREAMS.account);
  const visibility = openVisibility(store.visibleWearers);
  const send = (wearer: string, accounts: Iterable<number>, change: Change) => {
    const text = wearerEventOf(wearer, change);
    for (const accountId of accounts)
      for (const { stream } of streams.of(accountId)) stream.send(`${wearer} ${change}`, text);
  };
  const sendToAll = (wearerId: number, change: Change) => {
    const seeing = visibility.seeing(wearerId);
    if (seeing !== null) send(seeing.publicId, seeing.accounts, change);
  };
  /** Who may see the wearer has changed: it is sent to those who could see it and to those who can now. */
  const sendPeople = async (wearerId: number) => {
    const before = visibility.seeing(wearerId);
    await visibility.reload(wearerId);
    const now = visibility.seeing(wearerId);
    const publicId = (before ?? now)?.publicId;
    if (publicId !== undefined)
      send(publicId, new Set([...(before?.accounts ?? []), ...(now?.accounts ?? [])]), 'people');
  };
  const reading = openIncident(log, 'visible-wearers-not-read', { level: 'warn' });
  const unsubscribe = changes.subscribe((wearerId, change) => {
    if (change !== 'people') return sendToAll(wearerId, change);
    // The next check of each stream, within 20 s, reads again who may see whom.
    sendPeople(wearerId).then(
      () => reading.worked(),
      (error: unknown) => reading.failed(error),
    );
  });
  const unsubscribeMissed = changes.onMissed(() =>
    streams.spread(({ stream }, accountId) => {
      for (const { publicId } of visibility.of(accountId))
        for (const change of missedChanges)
          stream.send(`${publicId} ${change}`, wearerEventOf(publicId, change));
    }),
  );

  app.get(wearerChangesPath, async (request, reply) => {
    const { accountId } = await authorize(authentication, ofAccount, request);
    await visibility.add(accountId);
    const mayGoOn = async () => {
      await visibility.refresh(accountId).catch(() => {});
      return isStillAllowed(authentication, { call: ofAccount, request });
    };
    const opened = streams.open(reply, { key: accountId, opener: accountId, mayGoOn });
    const forget = () => {
      if (streams.of(accountId).length === 0) visibility.remove(accountId);
    };
    if (opened === null) forget();
    else opened.stream.onClose(forget);
    return reply;
  });
  return {
    async [Symbol.asyncDispose]() {
      unsubscribe();
      unsubscribeMissed();
      await streams[Symbol.asyncDispose]();
    },
  };
}

const wearerEventOf = (wearer: string, change: Change): string =>
  `event: ${change}\ndata: ${JSON.stringify({ wearer, change })}\n\n`;

/** Server-sent events of a share link. */
export function serveSharedChanges(
  { app, authentication }: Api,
  { changes }: Pick<Dependencies, 'changes'>,
): AsyncDisposable {
  const streams = openCheckedStreams(MAX_STREAMS.link);
  const unsubscribe = changes.subscribe((wearerId, change) => {
    for (const { stream, check } of streams.of(wearerId)) {
      if (change === 'people') void check();
      else if (shared.includes(change)) stream.send(change, eventOf(change));
    }
  });
  const unsubscribeMissed = changes.onMissed(() =>
    streams.spread(({ stream }) => {
      for (const change of shared) stream.send(change, eventOf(change));
    }),
  );
  app.get(sharedChangesPath, async (request, reply) => {
    const { link, wearer } = await authorize(authentication, ofLink, request);
    const mayGoOn = () => isStillAllowed(authentication, { call: ofLink, request });
    streams.open(reply, { key: wearer.id, opener: link.id, mayGoOn });
    return reply;
  });
  return {
    async [Symbol.asyncDispose]() {
      unsubscribe();
      unsubscribeMissed();
      await streams[Symbol.asyncDispose]();
    },
  };
}
