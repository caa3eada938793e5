import type { CodeAuthentication } from './authentication/authenticate-code.ts';
import type { DeviceParts } from './dependencies.ts';
import type { openMutedDevices } from './muted-devices.ts';
import type { Subscribers } from './subscribers.ts';

export type CacheInvalidationDependencies = Pick<DeviceParts, 'changes'> & {
  codeAuthentication: CodeAuthentication;
  subscribers: Subscribers;
  mutedDevices: ReturnType<typeof openMutedDevices>;
};

/** Checks a wearer's code and devices again whenever they may have changed, on any node. */
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
    /** Notifies other nodes that the wearer's devices connected or disconnected. It does not concern the code. */
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
