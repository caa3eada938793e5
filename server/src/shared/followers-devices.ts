/**
 * With this begin the ids of a follower's devices. No device sends such an id itself, so that a follower's device
 * never takes the place of the owner's, or of another follower's, with the same id.
 */
export const followersPrefix = (accountId: number): string => `${accountId}/`;
