import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder with a certificate of each of these names, made by the openssl command. */
export async function certificates(...names: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-tls-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const filesOf = (name: string) => ({
    cert: join(folder, `${name}.cert`),
    key: join(folder, `${name}.key`),
  });
  for (const name of names) {
    const { cert, key } = filesOf(name);
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2'];
    const args = ['req', '-x509', ...kind, '-subj', `/CN=${name}`, '-keyout', key, '-out', cert];
    execFileSync('openssl', args, { stdio: 'ignore' });
  }
  return filesOf;
}
