import { narrowedRights, type Right, type Role, rights, roleRights } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import { lruCache } from '../../shared/lru-cache.ts';

/** How an account follows a wearer. */
export type OwnFollow = {
  role: Role;
  /** The unit in which the follower sees the wearer; null: the wearer's. */
  unit: Unit | null;
  /** The follower's own connection code; null until it is needed. */
  code: string | null;
};

/** What the new owner may do until a hand-over takes effect. */
export const carerRights: readonly Right[] = roleRights.carer.given;

/** The owner has every right. */
export const ownersRights: ReadonlySet<Right> = new Set(rights);

export const isRight = (word: string): word is Right => rights.some((right) => right === word);

/** The stored rights of a follower: words, separated by commas. What the role can no longer have is left out. */
export function rightsIn(role: Role, stored: string): ReadonlySet<Right> {
  const key = `${role} ${stored}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const found: ReadonlySet<Right> = new Set(narrowedRights(role, stored.split(',').filter(isRight)));
  parsed.set(key, found);
  return found;
}

/** What was parsed before, since every call about a followed wearer asks for it: a role has at most 64 forms. */
const parsed = lruCache<string, ReadonlySet<Right>>({ limit: 200 });

/** The same, to be stored. */
export const storedRights = (given: readonly Right[]): string => given.join(',');
