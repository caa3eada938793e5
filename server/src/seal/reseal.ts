import type { ConnectionStore } from '../store/connections.ts';
import { type Owner, type Seal, SealError } from './seal.ts';

const AT_ONCE = 200;

type What = 'login' | 'session';

/**
 * Seals anew with the first key whatever another key has sealed. When it is done, the old keys can go.
 *
 * Returns how many texts were sealed anew, and how many no key opens: their wearers will have to connect again.
 */
export async function resealAll(
  connections: Pick<ConnectionStore, 'sealedOtherwise' | 'replaceSealed'>,
  seal: Seal,
  stop?: AbortSignal,
): Promise<{ sealed: number; closed: number }> {
  const count = { sealed: 0, closed: 0 };
  for (let after = 0; ; ) {
    const found = await connections.sealedOtherwise(seal.prefix, after, AT_ONCE);
    for (const { wearerId, login, session } of found) {
      const old: [What, string | null][] = [
        ['login', login],
        ['session', session],
      ];
      for (const [what, text] of old) {
        if (text === null || text.startsWith(seal.prefix)) continue;
        const anew = again(seal, text, { wearerId, what });
        if (anew === null) count.closed += 1;
        else if (await connections.replaceSealed(wearerId, what, { old: text, anew })) count.sealed += 1;
      }
    }
    after = found.at(-1)?.wearerId ?? after;
    if (found.length < AT_ONCE || stop?.aborted) return count;
  }
}

type Log = Record<'info' | 'error', (line: { event: string; [detail: string]: unknown }) => void>;

/**
 * Seals anew what older keys have sealed, once, beside everything else: nobody waits for it, since the old keys
 * still open what it has not reached. Says how much that was; disposing ends it early, and the next start goes on.
 */
export function openResealing(
  connections: Parameters<typeof resealAll>[0],
  seal: Seal,
  log: Log,
): AsyncDisposable {
  const stop = new AbortController();
  const work = resealAll(connections, seal, stop.signal).then(
    ({ sealed, closed }) => {
      if (sealed > 0) log.info({ event: 'resealed', sealed });
      if (closed > 0)
        log.error({
          event: 'secret-key-lost',
          count: closed,
          text: 'Stored sign-ins were encrypted with a key that is missing. Restore it (SECRET_KEYS or the key file), or those wearers must connect again',
        });
    },
    (err: unknown) => log.error({ event: 'reseal-failed', err }),
  );
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await work;
    },
  };
}

function again(seal: Seal, text: string, owner: Owner): string | null {
  try {
    return seal.close(seal.open(text, owner), owner);
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
