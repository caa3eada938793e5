import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { showCode } from '@tealight/contract';
import type { Store } from '../src/store/store.ts';
import { type House, openHouse } from './house.ts';

export const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');

function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
}

export type Answer = {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** As they came, encoded or not. */
  bytes: Buffer;
  json(): ReturnType<typeof JSON.parse>;
};

/** Asks by the very bytes a display sends: the path is not encoded anew, and no header is added. */
export function ask(
  { port }: Pick<House, 'port'>,
  path: string,
  {
    headers = {},
    method = 'GET',
    body,
  }: { headers?: Record<string, string>; method?: string; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const bytes = Buffer.concat(parts);
        const text = decoded(bytes, answer.headers['content-encoding']).toString();
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers as Record<string, string>,
          text,
          bytes,
          json: () => JSON.parse(text),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const MINUTE = 60_000;

/** Ada with five readings, the newest a minute old, and what a display needs to ask for them. */
export async function withDisplays(store: Store) {
  const house = await openHouse(store);
  for (const [index, mgdl] of [150, 140, 131, 122, 115].entries())
    await house.keep(mgdl, (21 - 5 * index) * MINUTE);
  const code = showCode(await house.code());
  const get = (path: string, headers: Record<string, string> = {}) => ask(house, path, { headers });
  return {
    ...{ house, code, get },
    json: { 'api-secret': sha1(code), accept: 'application/json' },
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  };
}

/** The values of entries. */
export const sgvs = (rows: { sgv: number }[]): number[] => rows.map(({ sgv }) => sgv);
