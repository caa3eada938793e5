import { HOUR, MINUTE } from '../times.ts';
import type { Parts } from './parts.ts';
import { importPhotos, type PhotoPlace, removeUnownedPhotos } from './photos-place.ts';

type Swept = Pick<Parts, 'store' | 'log' | 'now'> & { photos: PhotoPlace };

/** What a killed process has left must not wait for an hour that a server which restarts often never reaches. */
const FIRST_AFTER_MS = MINUTE;

/** Throws away what has expired, soon after the start and every hour. Several nodes may do so at once. */
export function openSweep({ store, log, now, photos }: Swept): Disposable {
  const sweep = async () => {
    try {
      await store.sessions.sweep(now());
      await store.links.sweep(now());
      await store.signIns.sweep(now());
      await store.limits.cleanUp(now());
      await store.places.cleanUp(now());
      await store.activity.cleanUp(now());
      await removeUnownedPhotos(photos, now() - HOUR, store.accounts.photosAmong);
    } catch (error) {
      log.error({ event: 'sweep-failed', err: error });
    }
  };
  // At the start, so that the photos of this node are soon shown by the others.
  void importPhotos(photos, { owned: store.accounts.photosAmong, now: now() }).catch((error: unknown) =>
    log.error({ event: 'photos-not-imported', err: error }),
  );
  const first = setTimeout(() => void sweep(), FIRST_AFTER_MS).unref();
  const timer = setInterval(() => void sweep(), HOUR).unref();
  return {
    [Symbol.dispose]() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}
