import { openIncident } from '../shared/incident.ts';
import { HOUR, MINUTE } from '../shared/time-units.ts';
import type { Parts } from './dependencies.ts';
import { importPhotos, type PhotoPlace, removeUnownedPhotos } from './photos/photo-storage.ts';

type CleanedUp = Pick<Parts, 'store' | 'log' | 'now'> & { photos: PhotoPlace };

/** The first cleanup is soon after the start, since a server that restarts often may never run for an hour. */
const FIRST_AFTER_MS = MINUTE;

/** Removes expired data soon after the start and every hour. Several nodes may do so at once. */
export function openCleanup({ store, log, now, photos }: CleanedUp): Disposable {
  const incident = openIncident(log, 'cleanup-failed');
  const cleanup = async () => {
    try {
      await store.sessions.cleanup(now());
      await store.links.cleanup(now());
      await store.signIns.cleanup(now());
      await store.limits.cleanup(now());
      await store.knownNetworks.cleanup(now());
      await store.activity.cleanup(now());
      await store.alarmDeliveries.cleanup(now());
      await store.invitations.cleanup(now());
      await store.shareLinks.cleanup(now());
      await store.audit.cleanup(now());
      await store.alarmEpisodes.cleanup(now());
      await removeUnownedPhotos(photos, now() - HOUR, store.accounts.photosAmong);
      incident.worked();
    } catch (error) {
      incident.failed(error);
    }
  };
  // At the start, so that the other nodes can soon serve this node's photos.
  void importPhotos(photos, { owned: store.accounts.photosAmong, now: now() }).catch((error: unknown) =>
    log.error({ event: 'photos-not-imported', err: error }),
  );
  const first = setTimeout(() => void cleanup(), FIRST_AFTER_MS).unref();
  const timer = setInterval(() => void cleanup(), HOUR).unref();
  return {
    [Symbol.dispose]() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}
