import type { Accent, Right, Role } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import type { Db } from '../db.ts';
import { ownersRights, rightsIn } from '../people/rights.ts';

/** A wearer that an account may see, as the account sees it. */
export type VisibleWearer = {
  id: number;
  publicId: string;
  ownerId: number;
  name: string;
  alias: string | null;
  accent: Accent;
  birthYear: number | null;
  role: Role | 'owner';
  rights: ReadonlySet<Right>;
  /** The first name of the owner's account. */
  ownerName: string;
  /** In which the account sees the wearer. */
  unit: Unit;
  timeZone: string | null;
  /** Whether it ever had a source. */
  isUsed: boolean;
  /** Whether alarms are on. */
  hasAlarms: boolean;
};

/** Which wearers an account may see, and the one that its sessions speak of. */
export function visibleWearerStore(db: Db) {
  const visibleTo = (accountId: number) =>
    db
      .selectFrom('wearers')
      .innerJoin('accounts as owners', 'owners.id', 'wearers.account_id')
      .leftJoin('follows', (join) =>
        join.onRef('follows.wearer_id', '=', 'wearers.id').on('follows.account_id', '=', accountId),
      )
      // By both indexes: with `or`, the database would read all wearers of all accounts.
      .where('wearers.id', 'in', (wearers) =>
        wearers
          .selectFrom('wearers')
          .select('id')
          .where('account_id', '=', accountId)
          .unionAll(
            wearers.selectFrom('follows').select('wearer_id as id').where('account_id', '=', accountId),
          ),
      );
  return {
    /** Own wearers first, each group in the order in which they came; then as the account has ordered them. */
    async of(accountId: number): Promise<VisibleWearer[]> {
      const rows = await visibleTo(accountId)
        .leftJoin('statistics_settings', 'statistics_settings.wearer_id', 'wearers.id')
        .leftJoin('connections', 'connections.wearer_id', 'wearers.id')
        .leftJoin('alarm_settings', 'alarm_settings.wearer_id', 'wearers.id')
        .select(['wearers.id', 'public_id', 'wearers.account_id', 'name', 'alias', 'accent', 'birth_year'])
        .select([
          'role',
          'rights',
          'owners.first_name',
          'wearers.unit',
          'follows.unit as own_unit',
          'time_zone',
        ])
        .select(['connections.wearer_id as connected', 'follows.since', 'is_on'])
        .select((wearers) =>
          wearers
            .selectFrom('accounts')
            .select('wearer_order')
            .where('id', '=', accountId)
            .as('wearer_order'),
        )
        .orderBy('wearers.id')
        .execute();
      const wearers = rows.map((row): VisibleWearer => {
        const isOwn = row.account_id === accountId || row.role === null;
        return {
          id: row.id,
          publicId: row.public_id,
          ownerId: row.account_id,
          name: row.name,
          alias: row.alias,
          accent: row.accent,
          birthYear: row.birth_year,
          role: isOwn ? 'owner' : (row.role ?? 'follower'),
          rights: isOwn ? ownersRights : rightsIn(row.role ?? 'follower', row.rights ?? ''),
          ownerName: row.first_name,
          unit: row.own_unit ?? row.unit,
          timeZone: row.time_zone,
          isUsed: row.connected !== null,
          hasAlarms: row.is_on === 1,
        };
      });
      return inOrder(wearers, accountId, orderIn(rows[0]?.wearer_order ?? null));
    },
    /** How many wearers the account owns, and how many it follows. */
    async count(accountId: number): Promise<{ own: number; followed: number }> {
      const rows = await visibleTo(accountId).select('wearers.account_id').execute();
      const own = rows.filter((row) => row.account_id === accountId).length;
      return { own, followed: rows.length - own };
    },
    async saveOrder(accountId: number, publicIds: readonly string[]): Promise<void> {
      await db
        .updateTable('accounts')
        .set({ wearer_order: JSON.stringify(publicIds) })
        .where('id', '=', accountId)
        .execute();
    },
    /** The wearer with which a new session begins: the last selected, if it is still visible; null: the first own. */
    async lastSelected(accountId: number): Promise<number | null> {
      const row = await visibleTo(accountId)
        .innerJoin('accounts', (join) =>
          join.onRef('accounts.last_wearer_id', '=', 'wearers.id').on('accounts.id', '=', accountId),
        )
        .select('wearers.id')
        .executeTakeFirst();
      return row?.id ?? null;
    },
    async rememberSelected(accountId: number, wearerId: number): Promise<void> {
      await db
        .updateTable('accounts')
        .set({ last_wearer_id: wearerId })
        .where('id', '=', accountId)
        .execute();
    },
    /** Every account that may see the wearer. */
    async accountsOf(wearerId: number): Promise<number[]> {
      const owner = db.selectFrom('wearers').select('account_id').where('id', '=', wearerId);
      const followers = db.selectFrom('follows').select('account_id').where('wearer_id', '=', wearerId);
      const rows = await owner.unionAll(followers).execute();
      return rows.map((row) => row.account_id);
    },
  };
}

function orderIn(stored: string | null): unknown[] {
  const order: unknown = JSON.parse(stored ?? '[]');
  return Array.isArray(order) ? order : [];
}

function inOrder(wearers: VisibleWearer[], accountId: number, order: readonly unknown[]): VisibleWearer[] {
  const placeOf = ({ publicId }: VisibleWearer) => {
    const place = order.indexOf(publicId);
    return place === -1 ? order.length : place;
  };
  const isFollowed = ({ ownerId }: VisibleWearer) => (ownerId === accountId ? 0 : 1);
  return wearers.sort((one, other) => placeOf(one) - placeOf(other) || isFollowed(one) - isFollowed(other));
}
