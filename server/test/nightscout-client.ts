import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { showCode } from '@tealight/contract';
import type { Store } from '../src/store/store.ts';
import { openTestServer, type TestServer } from './device-server.ts';

export const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');

function decode(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
}

export type Answer = {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** As received, encoded or not. */
  bytes: Buffer;
  json(): ReturnType<typeof JSON.parse>;
};

/** Sends exactly the given request: the path is not encoded, and no header is added. */
export function sendRequest(
  { port }: Pick<TestServer, 'port'>,
  path: string,
  {
    headers = {},
    method = 'GET',
    body,
  }: { headers?: Record<string, string>; method?: string; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = decode(bytes, answer.headers['content-encoding']).toString();
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

/** Ada with five readings, the newest a minute old, and functions to read them like a display. */
export async function withDisplays(store: Store) {
  const testServer = await openTestServer(store);
  for (const [index, mgdl] of [150, 140, 131, 122, 115].entries())
    await testServer.keep(mgdl, (21 - 5 * index) * MINUTE);
  const code = showCode(await testServer.code());
  const get = (path: string, headers: Record<string, string> = {}) =>
    sendRequest(testServer, path, { headers });
  return {
    testServer,
    code,
    get,
    json: { 'api-secret': sha1(code), accept: 'application/json' },
    [Symbol.asyncDispose]: () => testServer[Symbol.asyncDispose](),
  };
}

/** The glucose values of entries. */
export const sgvs = (rows: { sgv: number }[]): number[] => rows.map(({ sgv }) => sgv);
