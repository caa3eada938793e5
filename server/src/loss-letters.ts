import { type ConnectionType, sourceName, type TroubleWord, troubleText } from '@tealight/contract';
import type { Log } from './log.ts';
import { lostSourceLetter } from './mail/letters.ts';
import type { Loss } from './store/losses.ts';
import type { Store } from './store/store.ts';
import { HOUR, MINUTE } from './times.ts';

const LOOK_EVERY_MS = MINUTE;

/**
 * After how long a wearer is told by mail that a source is lost. What only they can mend is told soon, though not
 * while they may still be typing; what mends itself most of the time is told when it did not.
 */
const tellAfterMs: Readonly<Record<TroubleWord, number>> = {
  'wrong-login': 15 * MINUTE,
  'locked-out': 15 * MINUTE,
  'terms-to-accept': 15 * MINUTE,
  'needs-human': 15 * MINUTE,
  'not-shared': 15 * MINUTE,
  'choose-person': 15 * MINUTE,
  'person-gone': 15 * MINUTE,
  'wrong-region': 15 * MINUTE,
  'wrong-address': 15 * MINUTE,
  'refused-address': 15 * MINUTE,
  'session-over': 15 * MINUTE,
  'too-many-calls': 12 * HOUR,
  unreachable: 12 * HOUR,
  unreadable: 12 * HOUR,
};

type Parts = {
  store: Store;
  publicUrl: string;
  /** What a source is to its wearers, by the name that connections remember. */
  typeOf: (source: string) => ConnectionType;
  knock: () => void;
  log: Pick<Log, 'error'>;
  now: () => number;
};

export type LossLetters = Disposable & {
  /** Writes what is to be written now. */
  look(): Promise<void>;
};

/** Tells wearers by mail, once a loss, that their source is lost; all nodes look, and one of them writes. */
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

async function lossesIn({ store, now }: Parts): Promise<Loss[]> {
  const words = Object.keys(tellAfterMs) as TroubleWord[];
  const spans = [...new Set(Object.values(tellAfterMs))];
  const found = spans.map((span) =>
    store.losses.untold(
      words.filter((word) => tellAfterMs[word] === span),
      now() - span,
    ),
  );
  return (await Promise.all(found)).flat();
}

async function write(loss: Loss, { store, publicUrl, typeOf, knock, now }: Parts): Promise<void> {
  const { wearerId, since, email, trouble } = loss;
  const type = typeOf(loss.source);
  const about = {
    source: sourceName(type),
    reason: troubleText(trouble, type),
    dashboardLink: `${publicUrl}/`,
  };
  const written = await store.transaction(async (inside) => {
    if (!(await inside.losses.tell(wearerId, since, now()))) return false;
    await inside.outbox.put({ recipient: email, ...lostSourceLetter(loss, about) }, now());
    return true;
  });
  if (written) knock();
}
