import type { Installation } from './installation.ts';

type Ask = Installation['ask'];

/** Creates a trigger that answers as PostgreSQL does when its disk is full (documentation, Appendix A: class 53, `disk_full`). */
const CREATE_REJECTION = `create function no_space() returns trigger language plpgsql as $$
  begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`;

const tables = async (ask: Ask): Promise<string[]> =>
  (await ask(`select tablename as name from pg_tables where schemaname = current_schema()`)).map(
    ({ name }) => `"${String(name)}"`,
  );

/** A database that refuses every row that would take space, and still reads and deletes. */
export const fullDisk = {
  async begin(ask: Ask): Promise<void> {
    await ask(CREATE_REJECTION);
    const all = await tables(ask);
    if (all.length === 0) throw new Error('The database has no tables');
    // One statement for each table: a transaction that locked all of them could wait for one that waits for it.
    for (const table of all)
      await ask(`create trigger no_space before insert or update on ${table} execute function no_space()`);
  },
  async end(ask: Ask): Promise<void> {
    for (const table of await tables(ask)) await ask(`drop trigger no_space on ${table}`);
    await ask('drop function no_space()');
  },
};
