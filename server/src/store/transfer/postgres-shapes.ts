import { CompiledQuery } from 'kysely';
import type { Db } from '../db.ts';
import { byName, kindOf, orderedByReferences, type TableShape } from './shapes.ts';

/** Not `current_schema()::regnamespace`, which takes a name with capitals for another one. */
const SCHEMA = '(select oid from pg_namespace where nspname = current_schema())';

type Keys = { table_name: string; kind: 'p' | 'f'; columns: string[]; other: string | null };

/** The tables of the current schema, each after those that it refers to. */
export async function shapesIn(db: Db): Promise<TableShape[]> {
  const columns = await rows<Record<'table_name' | 'column_name' | 'data_type' | 'is_nullable', string>>(
    db,
    `select c.table_name, c.column_name, c.data_type, c.is_nullable
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = current_schema() and t.table_type = 'BASE TABLE'`,
  );
  const keys = await rows<Keys>(
    db,
    `select r.relname as table_name, c.contype::text as kind, other.relname as other,
       array(select a.attname::text from unnest(c.conkey) with ordinality as k(number, at)
             join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number order by k.at) as columns
     from pg_constraint c
     join pg_class r on r.oid = c.conrelid
     left join pg_class other on other.oid = c.confrelid
     where c.connamespace = ${SCHEMA} and c.contype in ('p', 'f')`,
  );
  const names = [...new Set(columns.map((column) => column.table_name))];
  const shapes = names.map((name): TableShape => {
    const own = keys.filter((key) => key.table_name === name);
    return {
      name,
      columns: columns
        .filter((column) => column.table_name === name)
        .map((column) => ({
          name: column.column_name,
          kind: kindOf(column.data_type),
          isNullable: column.is_nullable === 'YES',
        }))
        .sort(byName),
      key: own.find(({ kind }) => kind === 'p')?.columns ?? [],
      references: own
        .filter(({ kind }) => kind === 'f')
        .map((key) => ({ column: key.columns[0] ?? '', table: key.other ?? '' })),
    };
  });
  return orderedByReferences(shapes);
}

type Sequence = { table_name: string; sequence: string };

/**
 * The sequences of the current schema that give ids. From the catalog: `pg_get_serial_sequence` fails for a table of
 * another schema, and PostgreSQL may call it before it looks which schema a row is of.
 */
export const sequencesIn = (db: Db): Promise<Sequence[]> =>
  rows<Sequence>(
    db,
    `select t.relname as table_name, s.oid::regclass::text as sequence
     from pg_depend d
     join pg_class s on s.oid = d.objid and s.relkind = 'S'
     join pg_class t on t.oid = d.refobjid
     where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
       and t.relnamespace = ${SCHEMA}
     order by t.relname`,
  );

/** By table: the last id that was given. */
export async function lastIdsIn(db: Db): Promise<Record<string, number>> {
  const lastIds: Record<string, number> = {};
  for (const { table_name: table, sequence } of await sequencesIn(db)) {
    const [state] = await rows<{ last: number }>(
      db,
      `select case when is_called then last_value else 0 end as last from ${sequence}`,
    );
    lastIds[table] = state?.last ?? 0;
  }
  return lastIds;
}

const rows = async <Row>(db: Db, sql: string): Promise<Row[]> =>
  (await db.executeQuery<Row>(CompiledQuery.raw(sql))).rows;
