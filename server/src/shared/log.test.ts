import { expect, test } from 'vitest';
import { openLog, withoutSecrets } from './log.ts';

function logging() {
  const lines: string[] = [];
  return { log: openLog('debug', { write: (line) => void lines.push(line) }), lines };
}

test.each([
  '/api/v1/Authorization/email/confirm?token=SECRET',
  '/reset-password?email=SECRET@example.org&token=SECRET',
  '/device/v1/feed?id=lamp&code=SECRET',
  '/device/v1/feed?CODE=SECRET&id=lamp',
  '/x?access_token=SECRET#a',
  '/api/v1/entries.json?token=SECRET&count=1',
  '/api/v2/authorization/request/SECRET',
  '/login?nobody-knows-this-name=SECRET',
  'https://ada.example.org/api?units=SECRET&SECRET',
  '/photos/SECRET.webp',
  'No subscription to tealight/SECRET/glow',
])('[OPS-3] %s is logged without its secret', (url) => {
  expect(withoutSecrets(url)).not.toContain('SECRET');
  expect(withoutSecrets(url)).toContain('…');
});

test('[OPS-3] headers, passwords and tokens never reach the log', () => {
  const { log, lines } = logging();
  const request = {
    method: 'POST',
    url: '/x?token=SECRET',
    headers: { authorization: 'Bearer SECRET' },
    body: { password: 'SECRET' },
  };
  log.info({ event: 'request', req: request });
  log.warn({
    headers: { authorization: 'Bearer SECRET', cookie: 'SECRET' },
    body: { password: 'SECRET', token: 'SECRET', code: 'SECRET' },
  });
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toContain('SECRET');
});

test('[OPS-3] an error is logged with its stack, and without the values that drivers and parsers add', () => {
  const { log, lines } = logging();
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email_key)=(SECRET@example.org) already exists.',
    parameters: ['SECRET'],
    cause: new Error('SECRET'),
  });
  log.error({ event: 'bug', err: error });
  try {
    JSON.parse('{"password": SECRET}');
  } catch (error) {
    log.error({ event: 'bug', err: error });
  }
  log.error({ event: 'bug', err: 'SECRET' });
  expect(lines.join('')).not.toContain('SECRET');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: {
      type: 'Error',
      code: '23505',
      message: 'duplicate key',
      stack: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
    },
  });
});
