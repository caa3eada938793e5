import { HOUR } from '../times.ts';
import type { Parts } from './parts.ts';
import { importPhotos, type PhotoPlace, removeUnownedPhotos } from './photos-place.ts';

type Swept = Pick<Parts, 'store' | 'log' | 'now'> & { photos: PhotoPlace };

/** Throws away what has expired, every hour. Several nodes may do so at once. */
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
  const timer = setInterval(() => void sweep(), HOUR);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
