import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

type AtEnd = (remove: () => void) => void;

/** A self-signed certificate for localhost, made by the openssl command. Paths of PEM files, removed `atEnd`. */
export function certificate(atEnd: AtEnd = onTestFinished) {
  const folder = mkdtempSync(join(tmpdir(), 'tealight-tls-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '30'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  return { cert, key };
}

/** The same with a certificate that ended long ago. */
export function expiredCertificate() {
  const { cert, key } = certificate();
  const folder = dirname(cert);
  const file = (name: string, text = '') => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  // The other commands of openssl make no certificate of the past.
  const config = file(
    'ca.conf',
    `[ca]
default_ca = own
[own]
database = ${file('index.txt')}
new_certs_dir = ${folder}
rand_serial = yes
default_md = sha256
policy = any
copy_extensions = copyall
[any]
commonName = supplied
`,
  );
  const request = join(folder, 'request.pem');
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  openssl('req', '-new', '-key', key, ...names, '-out', request);
  const times = ['-startdate', '20200101000000Z', '-enddate', '20200201000000Z'];
  openssl(
    'ca',
    '-batch',
    '-selfsign',
    '-config',
    config,
    '-keyfile',
    key,
    '-in',
    request,
    ...times,
    '-out',
    cert,
  );
  return { cert, key };
}
