/** A device was seen. `name` is the device's own name; it never replaces a name that is stored. */
export type PresenceUpdate = {
  wearerId: number;
  deviceId: string;
  kind: string;
  name: string | null;
  at: number;
  liveUntil: number;
  /** The node with its open connection; null for a single request. */
  heldBy: string | null;
  /** The follower with whose own code it came; null: it was the owner's. */
  accountId: number | null;
};

export type DeviceKey = Pick<PresenceUpdate, 'wearerId' | 'deviceId'>;

/**
 * With this begin the ids of a follower's devices. No device sends such an id itself, so that a follower's device
 * never takes the place of the owner's, or of another follower's, with the same id.
 */
export const followersPrefix = (accountId: number): string => `${accountId}/`;
