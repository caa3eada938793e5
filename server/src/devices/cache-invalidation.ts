import { SECOND } from '../shared/time-units.ts';
import type { CodeAuthentication } from './authentication/authenticate-code.ts';
import type { DeviceDependencies } from './dependencies.ts';
import type { openMutedDevices } from './muted-devices.ts';
import type { Subscribers } from './subscribers.ts';

export type CacheInvalidationDependencies = Pick<DeviceDependencies, 'changes'> & {
  codeAuthentication: Pick<CodeAuthentication, 'invalidate'>;
  subscribers: Subscribers;
  mutedDevices: ReturnType<typeof openMutedDevices>;
};

/** The codes of all connections are checked this often: of a follow that ended, the notification may be lost (PPL-24). */
const CHECK_EVERY_MS = 15 * SECOND;

/** Checks a wearer's codes and devices again whenever they may have changed, on any node. */
export function openCacheInvalidation({
  changes,
  codeAuthentication,
  subscribers,
  mutedDevices,
}: CacheInvalidationDependencies) {
  let isNotifying = false;
  const invalidate = (wearerId: number) => {
    codeAuthentication.invalidate(wearerId);
    mutedDevices.forget(wearerId);
    void subscribers.recheck(wearerId);
  };
  const unsubscribe = [
    changes.subscribe((wearerId, change) => {
      if (change === 'people' || (change === 'devices' && !isNotifying)) invalidate(wearerId);
    }),
    changes.onMissed(() => {
      for (const wearerId of subscribers.wearers()) invalidate(wearerId);
    }),
  ];
  const timer = setInterval(() => void subscribers.recheckCodes(), CHECK_EVERY_MS).unref();
  return {
    /** Notifies other nodes that the wearer's devices connected or disconnected. It does not concern the code. */
    notifyNodes(wearerId: number): void {
      isNotifying = true;
      changes.publish(wearerId, 'devices');
      isNotifying = false;
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      for (const end of unsubscribe) end();
    },
  };
}
