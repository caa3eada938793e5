import type { InvitationKind, InvitedRole, Right } from '@tealight/contract';
import type { Selectable } from 'kysely';
import { DAY } from '../../shared/time-units.ts';
import type { AccountTables, OwnerBecomes } from '../accounts/account-tables.ts';
import { type Db, isPostgres } from '../db.ts';
import { isRight, storedRights } from './rights.ts';

/** A declined invitation stays in the owner's list this long. */
const DECLINED_KEPT_MS = 7 * DAY;

/** Times in epoch ms. */
export type NewInvitation = {
  wearerId: number;
  tokenHash: string;
  kind: InvitationKind;
  /** In lower case; null unless it is emailed. */
  email: string | null;
  role: InvitedRole;
  rights: readonly Right[];
  /** Of a hand-over: what the owner of today becomes. */
  ownerBecomes: OwnerBecomes | null;
  madeBy: number;
  madeAt: number;
  expiresAt: number;
};

export type Invitation = NewInvitation & { id: number; declinedAt: number | null };

/** Invitations that are open or were declined; accepted, withdrawn and expired ones are removed. */
export function invitationStore(db: Db) {
  return {
    async add(invitation: NewInvitation): Promise<number> {
      const { id } = await db
        .insertInto('invitations')
        .values({
          wearer_id: invitation.wearerId,
          token_hash: invitation.tokenHash,
          kind: invitation.kind,
          email: invitation.email,
          role: invitation.role,
          rights: storedRights(invitation.rights),
          owner_becomes: invitation.ownerBecomes,
          made_by: invitation.madeBy,
          made_at: invitation.madeAt,
          expires_at: invitation.expiresAt,
          declined_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    /** Open, and declined in the last week; the latest first. */
    async of(wearerId: number, now: number): Promise<Invitation[]> {
      const rows = await db
        .selectFrom('invitations')
        .selectAll()
        .where('wearer_id', '=', wearerId)
        .where(({ or, and, eb }) =>
          or([
            and([eb('declined_at', 'is', null), eb('expires_at', '>', now)]),
            eb('declined_at', '>', now - DECLINED_KEPT_MS),
          ]),
        )
        .orderBy('id', 'desc')
        .execute();
      return rows.map(toInvitation);
    },
    /** An open invitation; null when it is unknown, answered, withdrawn or expired. */
    async find(tokenHash: string, now: number): Promise<Invitation | null> {
      const row = await open(db, tokenHash, now).executeTakeFirst();
      return row === undefined ? null : toInvitation(row);
    },
    /** The same, locked until the end of the transaction: of two answers at once, one finds it. */
    async lock(tokenHash: string, now: number): Promise<Invitation | null> {
      const query = open(db, tokenHash, now);
      const row = await (isPostgres(db) ? query.forUpdate() : query).executeTakeFirst();
      return row === undefined ? null : toInvitation(row);
    },
    async decline(id: number, now: number): Promise<void> {
      await db.updateTable('invitations').set({ declined_at: now }).where('id', '=', id).execute();
    },
    /** False when there is none with this id. */
    async remove(wearerId: number, id: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('invitations')
        .where('wearer_id', '=', wearerId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
    /** Those that somebody made who may not invite any more. */
    async removeMadeBy(wearerId: number, accountId: number): Promise<void> {
      await db
        .deleteFrom('invitations')
        .where('wearer_id', '=', wearerId)
        .where('made_by', '=', accountId)
        .execute();
    },
    async cleanup(now: number): Promise<void> {
      await db
        .deleteFrom('invitations')
        .where('expires_at', '<=', now - DECLINED_KEPT_MS)
        .execute();
    },
  };
}

const open = (db: Db, tokenHash: string, now: number) =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('declined_at', 'is', null);

const toInvitation = (row: Selectable<AccountTables['invitations']>): Invitation => ({
  id: row.id,
  wearerId: row.wearer_id,
  tokenHash: row.token_hash,
  kind: row.kind,
  email: row.email,
  role: row.role,
  rights: row.rights.split(',').filter(isRight),
  ownerBecomes: row.owner_becomes,
  madeBy: row.made_by,
  madeAt: row.made_at,
  expiresAt: row.expires_at,
  declinedAt: row.declined_at,
});
