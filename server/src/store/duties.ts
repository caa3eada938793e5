import type { Db } from './db.ts';

/** Something that one node does for all of them. Times in epoch ms. */
export type DutyTable = { name: string; held_by: string; held_until: number };

export type DutyStore = ReturnType<typeof dutyStore>;

/** Who has which duty. A node that dies loses it when its time is over. */
export function dutyStore(db: Db) {
  return {
    /** Takes or prolongs a duty until `until`; false while another node has it. */
    async take(name: string, node: string, { now, until }: { now: number; until: number }): Promise<boolean> {
      const row = await db
        .insertInto('duties')
        .values({ name, held_by: node, held_until: until })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ held_by: node, held_until: until })
            .where((duty) =>
              duty.or([duty('duties.held_by', '=', node), duty('duties.held_until', '<=', now)]),
            ),
        )
        .returning('name')
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Gives a duty back, so that another node may take it at once. */
    async drop(name: string, node: string): Promise<void> {
      await db.deleteFrom('duties').where('name', '=', name).where('held_by', '=', node).execute();
    },
  };
}
