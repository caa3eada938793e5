/** A value of a row: an integer, a number, a text or bytes. */
export type Value = number | string | Uint8Array | null;

/** Characters of lines that are handed on together, about. Own choice: little memory, and few statements. */
const BATCH_CHARACTERS = 256 * 1024;
/** Rows that are handed on together at most. */
const BATCH_ROWS = 5000;

/**
 * A row as a line of JSON, the same from either store. Bytes are base64, numbers that JSON does not know are words.
 *
 * The character of code zero, which PostgreSQL's text cannot hold, becomes U+FFFD as in `postgres.ts`.
 */
export const lineOf = (values: readonly Value[]): string => JSON.stringify(values.map(encoded));

function encoded(value: Value): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : { number: String(value) };
  if (value === null) return null;
  return { base64: Buffer.from(value).toString('base64') };
}

/** The values of a line. Throws `SyntaxError` for a text that is none. */
export function valuesOf(line: string): Value[] {
  const values: unknown = JSON.parse(line);
  if (!Array.isArray(values)) throw new SyntaxError('a row is an array');
  return values.map(decoded);
}

function decoded(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  const { number, base64 } = value as { number?: unknown; base64?: unknown };
  if (typeof number === 'string') return Number(number);
  if (typeof base64 === 'string') return Buffer.from(base64, 'base64');
  throw new SyntaxError('a value of a row is of no known kind');
}

/** Rows as lines, in batches. */
export async function* batchesOf(
  rows: Iterable<readonly Value[]> | AsyncIterable<readonly Value[]>,
): AsyncGenerator<string[]> {
  let [batch, characters]: [string[], number] = [[], 0];
  for await (const row of rows) {
    const line = lineOf(row);
    batch.push(line);
    characters += line.length;
    if (characters < BATCH_CHARACTERS && batch.length < BATCH_ROWS) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
