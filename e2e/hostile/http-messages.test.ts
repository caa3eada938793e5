import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealProcess, realProcess } from '../support/real-process.ts';

/** How long an answer may take before it counts as missing, in ms. */
const ANSWER_TIMEOUT_MS = 20_000;

let tealight: RealProcess;

beforeAll(async () => {
  tealight = await realProcess();
});
afterAll(() => tealight[Symbol.asyncDispose]());

/** All that is answered to these bytes, until the connection is closed or nothing more arrives. */
async function answersTo(...lines: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(tealight.url).port), '127.0.0.1');
  let answer = '';
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  await once(socket, 'connect');
  socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy());
  socket.write(lines.join('\r\n'));
  await once(socket, 'close');
  return answer;
}

const statusesIn = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);

const post = 'POST /api/v1/Authorization/sign-in HTTP/1.1';
/** After this one the server closes the connection. */
const last = ['GET /health/live HTTP/1.1', 'Host: localhost', 'Connection: close', '', ''];
const ambiguous: Readonly<Record<string, readonly string[]>> = {
  'a length and chunked encoding': [
    post,
    'Host: localhost',
    'Content-Length: 4',
    'Transfer-Encoding: chunked',
    '',
    '0',
    '',
  ],
  'two lengths': [post, 'Host: localhost', 'Content-Length: 0', 'Content-Length: 44', ''],
  'a length that is not a number': [post, 'Host: localhost', 'Content-Length: +0', ''],
  'an unknown transfer encoding': [post, 'Host: localhost', 'Transfer-Encoding: xchunked', ''],
  'a space before the colon of the length': [post, 'Host: localhost', 'Content-Length : 0', ''],
};

test.each(Object.entries(ambiguous))(
  'a message with %s is rejected, and the bytes after it are not read as a request',
  async (_, message) => {
    const statuses = statusesIn(await answersTo(...message, ...last));
    expect(statuses).toEqual(['400']);
  },
);

test('a request with an unambiguous length is answered, and so is the next', async () => {
  const first = ['GET /health/live HTTP/1.1', 'Host: localhost', ''];
  expect(statusesIn(await answersTo(...first, ...last))).toEqual(['200', '200']);
});

test('a TRACE request is not echoed', async () => {
  const answer = await answersTo(
    'TRACE / HTTP/1.1',
    'Host: localhost',
    'Connection: close',
    'Authorization: Bearer secret',
    '',
    '',
  );
  expect(statusesIn(answer)).toEqual(['405']);
  expect(answer).not.toContain('secret');
});

test.each([
  ...['/', '/api/docs', '/api/openapi.json', '/health/live', '/health/ready', '/metrics', '/outbox'],
  ...[
    '/api/v1/Site',
    '/api/v1/UserProfile/current-user',
    '/device/v1/glow',
    '/api/v1/status.json',
    '/.git/config',
  ],
])('the answer at %s names its type and UTF-8', async (path) => {
  const { headers } = await fetch(tealight.url + path);
  expect(headers.get('content-type')).toMatch(/^(text|application)\/[\w+.-]+;(.*;)? ?charset=utf-8$/i);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});
