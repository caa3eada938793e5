import { type Change, changesPath } from '@tealight/contract';
import { authorize, isStillAllowed } from '../../http/authorize.ts';
import type { Api } from '../../http/serve-call.ts';
import type { Dependencies } from '../dependencies.ts';
import { missedChanges, openCheckedStreams } from './checked-streams.ts';

/** Open streams of one account about one wearer. */
const MAX_STREAMS = 20;
/** Who sees the current reading may know that it has changed. */
const call = { access: { right: 'see-now' } } as const;

/** Server-sent events that tell the signed-in app what to load again. */
export function serveChanges(
  { app, authentication }: Api,
  { changes }: Pick<Dependencies, 'changes'>,
): AsyncDisposable {
  const streams = openCheckedStreams(MAX_STREAMS);
  const unsubscribe = changes.subscribe(async (wearerId, change) => {
    for (const { stream, check } of streams.of(wearerId)) {
      // Who may see the wearer has changed: a stream that may not go on ends at once (PPL-24).
      if (change !== 'people' || (await check())) stream.send(change, eventOf(change));
    }
  });
  const unsubscribeMissed = changes.onMissed(() =>
    streams.spread(({ stream }) => {
      for (const change of missedChanges) stream.send(change, eventOf(change));
    }),
  );

  app.get(changesPath, async (request, reply) => {
    const { wearer, accountId } = await authorize(authentication, call, request);
    const mayGoOn = () => isStillAllowed(authentication, { call, request, wearer });
    streams.open(reply, { key: wearer.id, opener: accountId, mayGoOn });
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

/** The change is in both fields, so that a client may read either. */
export const eventOf = (change: Change) => `event: ${change}\ndata: ${change}\n\n`;
