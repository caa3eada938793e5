import { AUDIT_DAYS, AuditDetail, type AuditKind } from '@tealight/contract';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { DAY } from '../../shared/time-units.ts';
import type { Db } from '../db.ts';

export type NewAuditEntry = {
  kind: AuditKind;
  /** Who did it; null for somebody without an account. */
  by: number | null;
  /** The account that it is about. */
  about?: number;
  detail?: AuditDetail;
};

/** `at` in epoch ms; names are those of today, null for accounts that are gone. */
export type AuditEntry = {
  id: number;
  at: number;
  kind: AuditKind;
  by: string | null;
  about: string | null;
  detail: AuditDetail;
};

const PAGE = 50;
/** The most rows of a wearer, so that repeating one action cannot fill the disk. */
const MAX_ROWS = 5000;

/** Who was given access to a wearer, and what they changed. */
export function auditStore(db: Db) {
  const listed = (wearerId: number) =>
    db
      .selectFrom('audit_entries')
      .leftJoin('accounts as doers', 'doers.id', 'audit_entries.by_account')
      .leftJoin('accounts as others', 'others.id', 'audit_entries.about_account')
      .select(['audit_entries.id', 'at', 'kind', 'detail'])
      .select(['doers.first_name as by_first', 'doers.last_name as by_last'])
      .select(['others.first_name as about_first', 'others.last_name as about_last'])
      .where('wearer_id', '=', wearerId)
      .orderBy('audit_entries.id', 'desc');
  return {
    /** Skips a wearer who was erased meanwhile. */
    async add(wearerId: number, { kind, by, about, detail = {} }: NewAuditEntry, now: number): Promise<void> {
      await db
        .insertInto('audit_entries')
        .columns(['wearer_id', 'at', 'kind', 'by_account', 'about_account', 'detail'])
        .expression((from) =>
          from
            .selectFrom('wearers')
            .select(['id', bigint(now).as('at'), text(kind).as('kind')])
            .select([bigint(by).as('by'), bigint(about ?? null).as('about')])
            .select(text(JSON.stringify(detail)).as('detail'))
            .where('id', '=', wearerId),
        )
        .execute();
      const oldest = await db
        .selectFrom('audit_entries')
        .select('id')
        .where('wearer_id', '=', wearerId)
        .orderBy('id', 'desc')
        .offset(MAX_ROWS)
        .limit(1)
        .executeTakeFirst();
      if (oldest === undefined) return;
      await db
        .deleteFrom('audit_entries')
        .where('wearer_id', '=', wearerId)
        .where('id', '<=', oldest.id)
        .execute();
    },
    /** A page of entries, the latest first: those with smaller ids than `before`. */
    async page(
      wearerId: number,
      before: number | null,
    ): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
      const query = listed(wearerId).limit(PAGE + 1);
      const rows = await (before === null ? query : query.where('audit_entries.id', '<', before)).execute();
      const entries = rows.slice(0, PAGE).map(
        (row): AuditEntry => ({
          id: row.id,
          at: row.at,
          kind: row.kind,
          by: nameOf(row.by_first, row.by_last),
          about: nameOf(row.about_first, row.about_last),
          detail: detailIn(row.detail),
        }),
      );
      return { entries, hasMore: rows.length > PAGE };
    },
    async cleanup(now: number): Promise<void> {
      await db
        .deleteFrom('audit_entries')
        .where('at', '<=', now - AUDIT_DAYS * DAY)
        .execute();
    },
  };
}

// PostgreSQL does not know the type of a bare parameter in a select.
const bigint = (value: number | null) => sql<number>`cast(${value} as bigint)`;
const text = <T extends string>(value: T) => sql<T>`cast(${value} as text)`;

const nameOf = (first: string | null, last: string | null): string | null =>
  first === null ? null : `${first} ${last ?? ''}`.trim();

function detailIn(stored: string): AuditDetail {
  const read = z.safeParse(AuditDetail, JSON.parse(stored));
  return read.success ? read.data : {};
}
