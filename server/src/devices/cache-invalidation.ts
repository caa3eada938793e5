import type { CodeAuthentication } from './authentication/authenticate-code.ts';
import type { DeviceParts } from './dependencies.ts';
import type { openMutedDevices } from './muted-devices.ts';
import type { Subscribers } from './subscribers.ts';

export type CacheInvalidationDependencies = Pick<DeviceParts, 'changes'> & {
  codeAuthentication: CodeAuthentication;
  subscribers: Subscribers;
  mutedDevices: ReturnType<typeof openMutedDevices>;
};

/** Looks again at a wearer's code and devices whenever they may have changed, on whichever node. */
export function openCacheInvalidation({
  changes,
  codeAuthentication,
  subscribers,
  mutedDevices,
}: CacheInvalidationDependencies) {
  let telling = false;
  const invalidate = (wearerId: number) => {
    codeAuthentication.invalidate(wearerId);
    mutedDevices.forget(wearerId);
    void subscribers.recheck(wearerId);
  };
  const unsubscribe = [
    changes.subscribe((wearerId, change) => {
      if (change === 'devices' && !telling) invalidate(wearerId);
    }),
    changes.onMissed(() => {
      for (const wearerId of subscribers.wearers()) invalidate(wearerId);
    }),
  ];
  return {
    /** Tells others that the wearer's devices come or go. Here that says nothing about the code. */
    tell(wearerId: number): void {
      telling = true;
      changes.publish(wearerId, 'devices');
      telling = false;
    },
    [Symbol.dispose]() {
      for (const end of unsubscribe) end();
    },
  };
}
