import type { InvitedRole, Right } from '@tealight/contract';
import type { Catalog } from '../catalog.ts';

/** Rights that no screen names: they are the owner's alone. */
type Unnamed = 'details' | 'audit' | 'delete' | 'hand-over';
export type NamedRight = Exclude<Right, Unnamed>;

/** Roles and rights, as somebody reads them who gives them, and as somebody who gets them. */
export const rightsText = {
  roles: { owner: 'Owner', carer: 'Caregiver', follower: 'Follower' } satisfies Record<InvitedRole, string>,
  aboutRoles: {
    carer: 'Sees everything, changes range and lamp settings, and can have lamps.',
    follower: 'Sees the current reading and the last 24 hours.',
  },
  /** What is given: a list of choices. */
  give: {
    'see-now': 'See the current reading',
    'see-day': 'See the chart of the last 24 hours',
    'see-history': 'See all readings, time in range and the typical day',
    'get-alarms': 'Get alarms, where they are on',
    act: 'Mark alarms as seen and snooze them, for everybody',
    'set-range': 'Change range, colors and lamp settings',
    lamps: 'Connect lamps, with a code of their own',
    sources: 'Connect and disconnect the source of the readings',
    invite: 'Invite others, and change or end what they may see',
    links: 'Make share links',
  } satisfies Record<NamedRight, string>,
  /** What an invited person gets. */
  see: {
    'see-now': 'The current reading, its trend and its age',
    'see-day': 'The chart of the last 24 hours',
    'see-history': 'All readings, time in range and the typical day',
    'get-alarms': 'Alarms, which may wake you: you choose when and how',
  },
  may: {
    act: 'Mark alarms as seen and snooze them, for everybody',
    'set-range': 'Change range, colors and lamp settings',
    lamps: 'Connect lamps, with a code of your own',
    sources: 'Connect and disconnect the source of the readings',
    invite: 'Invite others',
    links: 'Make share links',
  },
  /** Shown for every invitation. */
  never: 'Addresses of others, passwords and logins',
} as const satisfies Catalog;
