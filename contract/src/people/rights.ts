/**
 * What somebody may do with a wearer's data, one word for each. `delete`, `hand-over`, `details` and `audit` are the
 * owner's alone.
 */
export const rights = [
  /** Current and previous reading, age, color and state of the connection. */
  'see-now',
  /** The chart of the last 24 hours. */
  'see-day',
  /** All readings, time in range, profile and report. */
  'see-history',
  'get-alarms',
  /** Mark alarms as seen and snooze them, for everybody; say who is on duty. */
  'act',
  /** Setpoints, flashing, palette, lamp settings, numbers of alarms. */
  'set-range',
  /** A connection code of one's own. */
  'lamps',
  /** Connect and disconnect sources. */
  'sources',
  /** Invite others, and change or end what they may see. */
  'invite',
  /** Links that show a page to anyone who has them. */
  'links',
  /** Name, color and year of birth. */
  'details',
  'audit',
  'delete',
  'hand-over',
] as const;
export type Right = (typeof rights)[number];

/** Roles of people other than the owner. Each is a bundle of rights. */
export const roles = ['carer', 'follower'] as const;
export type Role = (typeof roles)[number];

type Bundle = {
  /** Given with the role unless taken away. */
  readonly given: readonly Right[];
  /** Not given with the role unless added. */
  readonly offered: readonly Right[];
};

const always = 'see-now';

/** The rights of each role: what it has, and what may be added. All but `see-now` can be taken away. */
export const roleRights: Readonly<Record<Role, Bundle>> = {
  carer: {
    given: [always, 'see-day', 'see-history', 'get-alarms', 'act', 'set-range', 'lamps'],
    offered: ['sources', 'invite', 'links'],
  },
  follower: { given: [always, 'see-day', 'get-alarms'], offered: ['see-history', 'act', 'lamps'] },
};

/** The rights that a role can have, in the order of `rights`. */
export const possibleRights = (role: Role): readonly Right[] =>
  rights.filter((right) => [...roleRights[role].given, ...roleRights[role].offered].includes(right));

/** What of these rights the role may have, in the order of `rights`; `see-now` is always among them. */
export const narrowedRights = (role: Role, wanted: readonly Right[]): readonly Right[] =>
  possibleRights(role).filter((right) => right === always || wanted.includes(right));

/** What a share link shows: the current reading, or also the chart of 24 hours, or also statistics and profile. */
export const shareScopes = ['now', 'day', 'history'] as const;
export type ShareScope = (typeof shareScopes)[number];

/** The rights of each scope. */
export const scopeRights: Readonly<Record<ShareScope, readonly Right[]>> = {
  now: ['see-now'],
  day: ['see-now', 'see-day'],
  history: ['see-now', 'see-day', 'see-history'],
};
