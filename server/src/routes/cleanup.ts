import { jobError, openIncident } from '../shared/incident.ts';
import { HOUR, MINUTE } from '../shared/time-units.ts';
import type { Store } from '../store/store.ts';
import type { Dependencies } from './dependencies.ts';
import { importPhotos, type PhotoPlace, removeUnownedPhotos } from './photos/photo-storage.ts';

type CleanedUp = Pick<Dependencies, 'store' | 'log' | 'now' | 'erasingTime'> & { photos: PhotoPlace };

/** The first cleanup is soon after the start, since a server that restarts often may never run for an hour. */
const FIRST_AFTER_MS = MINUTE;

type Step = (store: Store, now: number, photos: PhotoPlace) => Promise<void>;

/** What expires. A step that fails does not keep the others from their work. */
const steps: Readonly<Record<string, Step>> = {
  sessions: (store, now) => store.sessions.cleanup(now),
  links: (store, now) => store.links.cleanup(now),
  'sign-ins': (store, now) => store.signIns.cleanup(now),
  limits: (store, now) => store.limits.cleanup(now),
  networks: (store, now) => store.knownNetworks.cleanup(now),
  activity: (store, now) => store.activity.cleanup(now),
  'alarm-deliveries': (store, now) => store.alarmDeliveries.cleanup(now),
  invitations: (store, now) => store.invitations.cleanup(now),
  'share-links': (store, now) => store.shareLinks.cleanup(now),
  audit: (store, now) => store.audit.cleanup(now),
  alarms: (store, now) => store.alarmEpisodes.cleanup(now),
  'filled-spans': (store, now) => store.filledSpans.cleanup(now),
  photos: (store, now, photos) => removeUnownedPhotos(photos, now - HOUR, store.accounts.photosAmong),
};

/** Removes expired data soon after the start and every hour. Several nodes may do so at once. */
export function openCleanup({ store, log, now, photos, erasingTime = now }: CleanedUp): Disposable {
  let isClosed = false;
  const jobs = Object.entries(steps).map(([step, remove]) => ({
    remove,
    incident: openIncident(log, 'cleanup-failed', { about: { step } }),
  }));
  const cleanup = async () => {
    const at = await erasingTime();
    for (const { remove, incident } of jobs) {
      if (at === null || isClosed) return;
      try {
        await remove(store, at, photos);
        incident.worked();
      } catch (error) {
        const reported = await jobError(error, () => store.checks.write(now()));
        // At the end of the process the store is closed while a step runs.
        if (!isClosed) incident.failed(reported);
      }
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
      isClosed = true;
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}
