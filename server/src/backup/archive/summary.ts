import { createHash, hash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Item } from './items.ts';

const Content = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  sha256: z.string(),
});

/** How much there is, and its hashes: equal for equal stores, in whatever order rows and photos are read. */
export const Summary = z.object({
  tables: z.array(Content),
  photos: z.object({ count: z.number(), bytes: z.number(), sha256: z.string() }),
});
export type Summary = z.output<typeof Summary>;

/** The SHA-256 of each entry, added modulo 2^256: the order does not matter, the number of equal ones does. */
function hashSum() {
  const words = new Uint32Array(8);
  return {
    add(entry: string): void {
      const digest = hash('sha256', entry, 'buffer');
      let carry = 0;
      for (let word = 7; word >= 0; word -= 1) {
        const sum = (words[word] ?? 0) + digest.readUInt32BE(word * 4) + carry;
        words[word] = sum;
        carry = sum > 0xffff_ffff ? 1 : 0;
      }
    },
    hex: () => [...words].map((word) => word.toString(16).padStart(8, '0')).join(''),
  };
}

type Counted = { name: string; columns: string[]; rows: number; sum: ReturnType<typeof hashSum> };

/** Counts the items of a store while they pass. */
export function summarizing() {
  const tables: Counted[] = [];
  const photos = { count: 0, bytes: 0, sum: hashSum() };
  let photo: {
    name: string;
    createdAt: number;
    bytes: number;
    content: ReturnType<typeof createHash>;
  } | null = null;
  const endPhoto = () => {
    if (photo === null) return;
    const { name, createdAt, bytes, content } = photo;
    photos.sum.add(JSON.stringify([name, createdAt, bytes, content.digest('hex')]));
    photos.count += 1;
    photos.bytes += bytes;
    photo = null;
  };
  const add = (item: Item): void => {
    if (item.kind === 'bytes') {
      photo?.content.update(item.bytes);
      if (photo !== null) photo.bytes += item.bytes.length;
      return;
    }
    endPhoto();
    if (item.kind === 'photo') {
      photo = { name: item.name, createdAt: item.createdAt, bytes: 0, content: createHash('sha256') };
    } else if (item.kind === 'table') {
      tables.push({ name: item.name, columns: [...item.columns], rows: 0, sum: hashSum() });
    } else {
      const table = tables.at(-1);
      for (const line of item.lines) table?.sum.add(line);
      if (table !== undefined) table.rows += item.lines.length;
    }
  };
  return {
    async *through(items: AsyncIterable<Item>): AsyncGenerator<Item> {
      for await (const item of items) {
        add(item);
        yield item;
      }
    },
    summary(): Summary {
      endPhoto();
      return {
        tables: tables.map(({ sum, ...table }) => ({ ...table, sha256: sum.hex() })),
        photos: { count: photos.count, bytes: photos.bytes, sha256: photos.sum.hex() },
      };
    },
  };
}

/** The names of tables that differ, and `photos` if they do. */
export function differences(one: Summary, other: Summary): string[] {
  const names = new Set([...one.tables, ...other.tables].map(({ name }) => name));
  const textOf = ({ tables }: Summary, name: string) =>
    JSON.stringify(tables.filter((table) => table.name === name));
  return [
    ...[...names].filter((name) => textOf(one, name) !== textOf(other, name)),
    ...(JSON.stringify(one.photos) === JSON.stringify(other.photos) ? [] : ['photos']),
  ];
}

export const rowsOf = ({ tables }: Summary): number => tables.reduce((sum, { rows }) => sum + rows, 0);
