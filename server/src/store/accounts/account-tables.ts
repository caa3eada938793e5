import type { Accent, AuditKind, InvitationKind, InvitedRole, Role, ShareScope } from '@tealight/contract';
import type { Palette, Unit } from '@tealight/glucose';
import type { Generated } from 'kysely';

/** Times are epoch milliseconds, Booleans are 0 or 1. */
export type AccountTables = {
  accounts: {
    id: Generated<number>;
    email: string;
    /** The address in lower case: addresses are compared without case. */
    email_key: string;
    password_hash: string;
    first_name: string;
    last_name: string;
    location: string;
    phone: string | null;
    photo_original: string | null;
    photo_square: string | null;
    email_confirmed_at: number | null;
    first_signed_in_at: number | null;
    created_at: number;
    /** The wearer that was selected last, where a new session begins. */
    last_wearer_id: number | null;
    /** Public ids as JSON, in the order in which the account sees its wearers. */
    wearer_order: string | null;
  };
  wearers: {
    id: Generated<number>;
    /** The owner. */
    account_id: number;
    public_id: string;
    name: string;
    accent: Accent;
    birth_year: number | null;
    /** The owner's connection code. */
    code: string;
    unit: Unit;
    /** In `unit`, as typed; null until set. */
    high: number | null;
    in_range: number | null;
    low: number | null;
    high_flash: number;
    low_flash: number;
    palette: Palette;
    created_at: number;
  };
  sessions: {
    /** SHA-256 of the access token, hexadecimal. */
    token_hash: string;
    account_id: number;
    /** The User-Agent header of the browser or app. */
    agent: string;
    created_at: number;
    used_at: number;
    expires_at: number;
    /** Ended sessions stay until they would have expired, so that a known browser is recognized. */
    ended_at: number | null;
    /** The selected wearer; null: the account's first own. It may be gone, or not visible any more. */
    wearer_id: number | null;
  };
  follows: {
    id: Generated<number>;
    wearer_id: number;
    account_id: number;
    role: Role;
    /** Words, separated by commas. */
    rights: string;
    /** The follower's own name for the wearer, and unit; null: the wearer's. */
    alias: string | null;
    unit: Unit | null;
    /** The follower's own connection code; null until it is needed. */
    code: string | null;
    since: number;
  };
  invitations: {
    id: Generated<number>;
    wearer_id: number;
    token_hash: string;
    kind: InvitationKind;
    /** In lower case; null unless it was emailed. */
    email: string | null;
    role: InvitedRole;
    rights: string;
    owner_becomes: OwnerBecomes | null;
    made_by: number;
    made_at: number;
    expires_at: number;
    declined_at: number | null;
  };
  share_links: {
    id: Generated<number>;
    wearer_id: number;
    token_hash: string;
    name: string;
    alias: string | null;
    scope: ShareScope;
    made_at: number;
    expires_at: number | null;
    opened_at: number | null;
    opened: Generated<number>;
    made_by: number | null;
  };
  hand_overs: {
    wearer_id: number;
    to_account: number;
    owner_becomes: OwnerBecomes;
    agreed_at: number;
    from_confirmed_at: number | null;
    to_confirmed_at: number | null;
  };
  audit_entries: {
    id: Generated<number>;
    wearer_id: number;
    at: number;
    kind: AuditKind;
    by_account: number | null;
    about_account: number | null;
    /** JSON. */
    detail: string;
  };
  links: {
    token_hash: string;
    account_id: number;
    purpose: LinkPurpose;
    expires_at: number;
    /** Null until the link is used, which works once. */
    used_at: Generated<number | null>;
  };
  outbox: {
    id: Generated<number>;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    created_at: number;
    next_try_at: number;
    tries: number;
    lease_until: number;
  };
};

/** What the owner of today becomes after a hand-over. */
export type OwnerBecomes = 'carer' | 'nobody';

/** What a link in an email does. */
export type LinkPurpose = 'confirm' | 'reset' | 'sign-in';
