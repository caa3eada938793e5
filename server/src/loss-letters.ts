import { type ConnectionType, sourceName, troubleText } from '@tealight/contract';
import type { Log } from './log.ts';
import { lostSourceLetter } from './mail/letters.ts';
import type { Loss } from './store/losses.ts';
import type { Store } from './store/store.ts';
import { HOUR, MINUTE } from './times.ts';

const LOOK_EVERY_MS = MINUTE;

/** What only the wearer can mend is told soon, though not while they may still be typing. */
const TELL_AFTER_MS = 15 * MINUTE;
/** A vendor's outage ends by itself and its news would reach everybody; a site of one's own may be down for good. */
const OWN_SITE_AFTER_MS = 12 * HOUR;

type Parts = {
  store: Store;
  publicUrl: string;
  /** What a source is to its wearers, by the name that connections remember. */
  typeOf: (source: string) => ConnectionType;
  /** Names of sources that are the wearer's own. */
  ownSites: readonly string[];
  knock: () => void;
  log: Pick<Log, 'error'>;
  now: () => number;
};

export type LossLetters = Disposable & {
  /** Writes what is to be written now. */
  look(): Promise<void>;
};

/** Tells wearers by mail, once a loss, that their source needs them; all nodes look, and one of them writes. */
export function openLossLetters(parts: Parts): LossLetters {
  let failing = false;
  const look = async () => {
    try {
      for (const loss of await lossesIn(parts)) await write(loss, parts);
      failing = false;
    } catch (error) {
      if (!failing) parts.log.error({ event: 'loss-letters-stuck', err: error });
      failing = true;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return { look, [Symbol.dispose]: () => clearInterval(timer) };
}

async function lossesIn({ store, ownSites, now }: Parts): Promise<Loss[]> {
  const forWearers = await store.losses.untold(now() - TELL_AFTER_MS);
  return [...forWearers, ...(await store.losses.untold(now() - OWN_SITE_AFTER_MS, ownSites))];
}

async function write(loss: Loss, { store, publicUrl, typeOf, knock, now }: Parts): Promise<void> {
  const { wearerId, since, email, trouble } = loss;
  const type = typeOf(loss.source);
  const about = {
    source: sourceName(type),
    reason: troubleText(trouble, type),
    dashboardLink: `${publicUrl}/`,
    settingsLink: `${publicUrl}/account`,
  };
  const written = await store.transaction(async (inside) => {
    if (!(await inside.losses.tell(wearerId, since, now()))) return false;
    await inside.outbox.put({ recipient: email, ...lostSourceLetter(loss, about) }, now());
    return true;
  });
  if (written) knock();
}
