import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of PEM files, and the certificate of the authority that signed. */
export type Certificate = { cert: string; key: string; ca: string };

const KIND = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2'];

/** Makes a certificate authority and a certificate for localhost, by the openssl command, in this folder. */
export function certificateIn(folder: string): Certificate {
  const path = (name: string) => join(folder, name);
  const make = (name: string, more: string[]) => {
    const files = ['-keyout', path(`${name}.key`), '-out', path(`${name}.pem`)];
    execFileSync('openssl', ['req', '-x509', ...KIND, ...files, ...more], { stdio: 'ignore' });
  };
  make('ca', ['-subj', '/CN=Tests of Tealight']);
  const issuer = ['-CA', path('ca.pem'), '-CAkey', path('ca.key')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  make('localhost', [...issuer, ...names, '-addext', 'basicConstraints=critical,CA:FALSE']);
  return {
    cert: path('localhost.pem'),
    key: path('localhost.key'),
    ca: readFileSync(path('ca.pem'), 'utf8'),
  };
}
