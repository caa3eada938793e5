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
  };
  wearers: {
    id: Generated<number>;
    account_id: number;
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

/** What a link in an email does. */
export type LinkPurpose = 'confirm' | 'reset' | 'sign-in';
