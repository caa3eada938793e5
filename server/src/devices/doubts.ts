import type { Audiences } from './audience.ts';
import type { Door } from './door.ts';
import type { openMutes } from './mutes.ts';
import type { DeviceParts } from './parts.ts';

export type DoubtParts = Pick<DeviceParts, 'changes'> & {
  door: Door;
  audiences: Audiences;
  mutes: ReturnType<typeof openMutes>;
};

/** Looks again at a wearer's code and devices whenever they may have changed, on whichever node. */
export function openDoubts({ changes, door, audiences, mutes }: DoubtParts) {
  let telling = false;
  const doubt = (wearerId: number) => {
    door.doubt(wearerId);
    mutes.forget(wearerId);
    void audiences.recheck(wearerId);
  };
  const hush = [
    changes.listen((wearerId, change) => {
      if (change === 'devices' && !telling) doubt(wearerId);
    }),
    changes.onMissed(() => {
      for (const wearerId of audiences.wearers()) doubt(wearerId);
    }),
  ];
  return {
    /** Tells others that the wearer's devices come or go. Here that says nothing about the code. */
    tell(wearerId: number): void {
      telling = true;
      changes.tell(wearerId, 'devices');
      telling = false;
    },
    [Symbol.dispose]() {
      for (const end of hush) end();
    },
  };
}
