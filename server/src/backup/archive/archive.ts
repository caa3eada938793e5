import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import { UnusableBackup } from '../problems.ts';
import type { Item } from './items.ts';
import type { Output } from './protected-file.ts';
import { Summary } from './summary.ts';

/**
 * The content of a backup is a row of frames: one byte with the type, four with the length, and that many bytes.
 * Tables are followed by their rows, photos by their bytes; the manifest is the last.
 */
const types = { table: 1, rows: 2, photo: 3, bytes: 4, manifest: 5 } as const;
const FRAME_HEADER_BYTES = 5;
/** The longest frame, and the most that one may inflate to. A batch of rows has some 256 KiB. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** What a complete backup has, written last. */
export const Manifest = z.extend(Summary, {
  /** Of the moment that it shows, epoch ms. */
  createdAt: z.number(),
  /** The version of the Tealight that made it. */
  version: z.string(),
  store: z.enum(['SQLite', 'PostgreSQL']),
  /** The names of the migrations of its tables. */
  migrations: z.array(z.string()),
  lastIds: z.record(z.string(), z.number()),
  /** The ids of the keys that open its encrypted texts; the keys are in a file of their own. */
  keyIds: z.array(z.string()),
});
export type Manifest = z.output<typeof Manifest>;

type Entry = Item | { kind: 'manifest'; manifest: Manifest };

/** Writes one entry. */
export function writeEntry(output: Output, entry: Entry): Promise<void> {
  const payload = payloadOf(entry);
  const header = Buffer.alloc(FRAME_HEADER_BYTES);
  header.writeUInt8(types[entry.kind], 0);
  header.writeUInt32BE(payload.length, 1);
  return output.write(Buffer.concat([header, payload]));
}

function payloadOf(entry: Entry): Uint8Array {
  switch (entry.kind) {
    case 'manifest':
      return Buffer.from(JSON.stringify(entry.manifest));
    case 'table':
      return Buffer.from(JSON.stringify([entry.name, entry.columns]));
    case 'photo':
      return Buffer.from(JSON.stringify([entry.name, entry.createdAt]));
    case 'rows':
      return deflateRawSync(entry.lines.join('\n'), { level: 1 });
    case 'bytes':
      return entry.bytes;
  }
}

const Table = z.tuple([z.string(), z.array(z.string())]);
const Photo = z.tuple([z.string(), z.number()]);

function entryOf(type: number, payload: Buffer): Entry {
  const json = (): unknown => JSON.parse(payload.toString('utf8'));
  switch (type) {
    case types.manifest:
      return { kind: 'manifest', manifest: Manifest.parse(json()) };
    case types.table: {
      const [name, columns] = Table.parse(json());
      return { kind: 'table', name, columns };
    }
    case types.photo: {
      const [name, createdAt] = Photo.parse(json());
      return { kind: 'photo', name, createdAt };
    }
    case types.rows: {
      const text = inflateRawSync(payload, { maxOutputLength: MAX_FRAME_BYTES }).toString('utf8');
      return { kind: 'rows', lines: text.split('\n') };
    }
    case types.bytes:
      return { kind: 'bytes', bytes: payload };
    default:
      throw new TypeError('a frame is of no known type');
  }
}

/** The entries in the content of a file. Throws `UnusableBackup` for content that no Tealight writes. */
export async function* entriesIn(chunks: AsyncIterable<Buffer>, path: string): AsyncGenerator<Entry> {
  let pending: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    pending.push(chunk);
    length += chunk.length;
    if (length < wanted(pending)) continue;
    let rest = Buffer.concat(pending);
    while (rest.length >= wanted([rest])) {
      const end = wanted([rest]);
      if (end > MAX_FRAME_BYTES) throw unreadable(path);
      yield parsed(rest.readUInt8(0), rest.subarray(FRAME_HEADER_BYTES, end), path);
      rest = rest.subarray(end);
    }
    pending = [rest];
    length = rest.length;
  }
  if (length > 0) throw unreadable(path);
}

/** The bytes that the first frame has, as far as that is known. */
function wanted(pending: readonly Buffer[]): number {
  const [first] = pending;
  if (first === undefined || first.length < FRAME_HEADER_BYTES) return FRAME_HEADER_BYTES;
  return Math.min(FRAME_HEADER_BYTES + first.readUInt32BE(1), MAX_FRAME_BYTES + 1);
}

function parsed(type: number, payload: Buffer, path: string): Entry {
  try {
    return entryOf(type, payload);
  } catch {
    throw unreadable(path);
  }
}

const unreadable = (path: string) =>
  new UnusableBackup(`${path} has content that this version does not know. Use another backup`);
