import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { expect, test } from 'vitest';
import { certificate } from '../support/certificate.ts';
import { realProcess } from '../support/real-process.ts';

test('[OPS-3] with a certificate the port accepts only HTTPS', async () => {
  const { cert, key } = certificate();
  await using tealight = await realProcess({ TLS_CERT: cert, TLS_KEY: key });
  const { port } = new URL(tealight.url);
  expect(tealight.said()).toContain(`https://127.0.0.1:${port}`);
  const answer = await new Promise<{ status?: number; hsts?: string }>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/health/ready', ca: readFileSync(cert), agent: false };
    get(options, ({ statusCode, headers }) => {
      resolve({
        ...(statusCode !== undefined && { status: statusCode }),
        ...(headers['strict-transport-security'] !== undefined && {
          hsts: headers['strict-transport-security'],
        }),
      });
    }).on('error', reject);
  });
  expect(answer).toMatchObject({ status: 200, hsts: expect.stringContaining('max-age') });
  await expect(fetch(`http://127.0.0.1:${port}/health/ready`)).rejects.toThrow();
});

test('[OPS-3] an unusable certificate stops the start, and the error names it', async () => {
  const { key } = certificate();
  await expect(realProcess({ TLS_CERT: key, TLS_KEY: key })).rejects.toThrow('TLS_CERT');
});
