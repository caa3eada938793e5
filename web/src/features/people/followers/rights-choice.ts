import { narrowedRights, possibleRights, type Right, type Role, roleRights } from '@tealight/contract';
import { type NamedRight, rightsText } from '../../../text/people/rights.ts';

/** A role with what it may do. */
export type RightsChoice = { role: Role; rights: readonly Right[] };

const isNamed = (right: Right): right is NamedRight => Object.hasOwn(rightsText.give, right);

/** The rights of a role that a screen offers, in their order. */
export const namedRights = (role: Role): NamedRight[] => possibleRights(role).filter(isNamed);

/** What a role has at first; nobody gives a right that they lack (PPL-6). */
export const givenWith = (role: Role, mine: readonly Right[]): RightsChoice => ({
  role,
  rights: narrowedRights(
    role,
    roleRights[role].given.filter((right) => mine.includes(right)),
  ),
});

/** The same with one right given or taken. */
export const withRight = ({ role, rights }: RightsChoice, right: Right, given: boolean): RightsChoice => ({
  role,
  rights: narrowedRights(role, given ? [...rights, right] : rights.filter((other) => other !== right)),
});
