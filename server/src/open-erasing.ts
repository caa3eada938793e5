import type { Clock } from './process/clock-check.ts';
import { type ErasingTime, openErasingTime } from './process/erasing-time.ts';
import { openCleanup } from './routes/cleanup.ts';
import type { PhotoPlace } from './routes/photos/photo-storage.ts';
import type { Log } from './shared/log.ts';
import { openRetention, type Retention } from './statistics/retention.ts';
import type { Store } from './store/store.ts';

type Joined = { store: Store; clock: Clock; photos: PhotoPlace; log: Log };

/** Opens what erases data by their age: all of it by the clock that nodes share, and none while that may be wrong. */
export function openErasing(
  opened: AsyncDisposableStack,
  { store, clock, photos, log }: Joined,
): Pick<Retention, 'eraseFor'> & { erasingTime: ErasingTime['now'] } {
  const { now: erasingTime } = opened.use(openErasingTime({ clock, checks: store.checks, log }));
  const write = () => store.checks.write(clock.now());
  opened.use(openCleanup({ store, log, now: clock.now, erasingTime, photos }));
  const { eraseFor } = opened.use(openRetention({ history: store.history, log, now: erasingTime, write }));
  return { eraseFor, erasingTime };
}
