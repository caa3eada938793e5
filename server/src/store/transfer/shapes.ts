/** What a column holds, in either store. */
export type ColumnKind = 'integer' | 'number' | 'text' | 'bytes';

export type Column = { name: string; kind: ColumnKind; isNullable: boolean };

/** A table as the database itself describes it. */
export type TableShape = {
  name: string;
  /** In alphabetical order: the order of their creation may differ between stores. */
  columns: readonly Column[];
  /** The columns of the primary key. */
  key: readonly string[];
  /** Columns that refer to the id of another table. */
  references: readonly { column: string; table: string }[];
};

/** The kinds of the types that migrations declare. A new type needs a line here, and a test fails without it. */
const kinds: Readonly<Record<string, ColumnKind>> = {
  integer: 'integer',
  bigint: 'integer',
  'double precision': 'number',
  text: 'text',
  blob: 'bytes',
  bytea: 'bytes',
};

export function kindOf(type: string): ColumnKind {
  const kind = kinds[type.toLowerCase()];
  if (kind === undefined) throw new Error(`columns of the type ${type} cannot be copied yet`);
  return kind;
}

export const byName = <T extends { name: string }>(one: T, other: T): number =>
  one.name < other.name ? -1 : Number(one.name > other.name);

/** Tables after those that they refer to, so that rows can be added in this order; else in alphabetical order. */
export function orderedByReferences(tables: readonly TableShape[]): TableShape[] {
  const ordered = new Map<string, TableShape>();
  const add = (table: TableShape, path: readonly string[]): void => {
    if (ordered.has(table.name)) return;
    if (path.includes(table.name)) throw new Error(`tables refer to each other: ${path.join(', ')}`);
    for (const { table: name } of table.references) {
      const other = tables.find((one) => one.name === name);
      if (other !== undefined && other !== table) add(other, [...path, table.name]);
    }
    ordered.set(table.name, table);
  };
  for (const table of [...tables].sort(byName)) add(table, []);
  return [...ordered.values()];
}
