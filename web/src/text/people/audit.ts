import type { AuditKind } from '@tealight/contract';
import type { Catalog } from '../catalog.ts';

type Names = { by: string; about: string };
type Detail = {
  role: string;
  rights: string;
  how: string;
  link: string;
  source: string;
  alarm: string;
  from: string;
  to: string;
};
type Entry = (entry: Names & Detail) => string;

/** The list of who was given access and what was changed, one whole sentence for each entry. */
export const auditText = {
  title: 'Access history',
  about: 'Who was given access and what was changed, the latest first. Entries are kept for 400 days.',
  none: 'No entries yet.',
  list: 'Access history',
  more: 'Show older entries',
  /** In place of a name. */
  somebody: 'Somebody',
  /** How an invitation was sent. */
  how: { email: 'by email', link: 'by link', qr: 'by QR code' },
  sentences: {
    'wearer-added': ({ by }) => `${by} added this person.`,
    'wearer-changed': ({ by, from, to }) =>
      from && to ? `${by} changed the details from ${from} to ${to}.` : `${by} changed the details.`,
    invited: ({ by, role, how }) =>
      `${by} invited somebody${how && ` ${how}`}${role && ` with the role ${role}`}.`,
    'invitation-accepted': ({ by, role }) =>
      role ? `${by} accepted an invitation with the role ${role}.` : `${by} accepted an invitation.`,
    'invitation-declined': ({ by }) => `${by} declined an invitation.`,
    'invitation-withdrawn': ({ by }) => `${by} withdrew an invitation.`,
    'rights-changed': ({ by, about, role, rights }) =>
      `${by} changed what ${about} may do${role && `: ${role}`}${rights && ` (${rights})`}.`,
    'follower-removed': ({ by, about }) => `${by} removed ${about}.`,
    'follower-left': ({ by }) => `${by} stopped following.`,
    'hand-over-agreed': ({ by }) => `${by} agreed to become the owner.`,
    'hand-over-canceled': ({ by }) => `${by} canceled the hand-over.`,
    'hand-over-failed': ({ about }) =>
      `The hand-over to ${about} did not take effect: ${about} has as many people as Tealight allows.`,
    'handed-over': ({ by, about }) => `${by} handed over to ${about}, who is now the owner.`,
    'link-made': ({ by, link }) => `${by} made the share link “${link}”.`,
    'link-rotated': ({ by, link }) => `${by} made a new link for “${link}”. The old one ended.`,
    'link-ended': ({ by, link }) => `${by} ended the share link “${link}”.`,
    'link-opened': ({ link }) => `The share link “${link}” was opened for the first time that day.`,
    'code-made': ({ by }) => `${by} got a connection code for lamps.`,
    'code-renewed': ({ by }) => `${by} made a new connection code for lamps.`,
    'code-ended': ({ about }) => `The connection code of ${about} ended.`,
    'source-connected': ({ by, source }) =>
      source ? `${by} connected ${source}.` : `${by} connected a source.`,
    'source-disconnected': ({ by, source }) =>
      source ? `${by} disconnected ${source}.` : `${by} disconnected the source.`,
    'range-changed': ({ by, from, to }) =>
      from && to ? `${by} changed the range from ${from} to ${to}.` : `${by} changed the range.`,
    'lamps-changed': ({ by, from, to }) =>
      from && to
        ? `${by} changed the lamp settings from ${from} to ${to}.`
        : `${by} changed the lamp settings.`,
    'alarms-changed': ({ by, from, to }) =>
      from && to ? `${by} changed the alarms from ${from} to ${to}.` : `${by} changed the alarms.`,
    'alarm-seen': ({ by, alarm }) => `${by} marked the alarm “${alarm}” as seen.`,
    'alarm-snoozed': ({ by, alarm }) => `${by} snoozed the alarm “${alarm}” for everybody.`,
    'alarm-snooze-ended': ({ by, alarm }) => `${by} ended the snooze of the alarm “${alarm}”.`,
    'on-duty-changed': ({ by, about, to }) =>
      to === 'on' ? `${by} put ${about} on duty.` : `${by} took ${about} off duty.`,
    'data-exported': ({ by }) => `${by} downloaded the data.`,
  } satisfies Record<AuditKind, Entry>,
} as const satisfies Catalog;
