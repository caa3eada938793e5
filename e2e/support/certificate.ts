import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A self-signed certificate for localhost, made by the openssl command. Paths of PEM files. */
export function certificate() {
  const folder = mkdtempSync(join(tmpdir(), 'tealight-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  return { cert, key };
}
