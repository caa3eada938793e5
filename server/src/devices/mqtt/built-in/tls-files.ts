import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions, type Server } from 'node:tls';
import { ConfigError } from '../../../config/config.ts';
import type { Log } from '../../../shared/log.ts';
import { HOUR } from '../../../shared/time-units.ts';

/** Paths of a certificate with its chain, and of its key, as PEM. */
export type TlsFiles = { cert: string; key: string };

/** Certificates are renewed in place, weeks before they end: looking every hour is soon enough. */
const LOOK_EVERY_MS = HOUR;

/** Reads the files. Throws `ConfigError` when they cannot be read or do not match. */
export async function readTlsFiles({ cert, key }: TlsFiles): Promise<SecureContextOptions> {
  const read = (name: string, path: string) =>
    readFile(path).catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError(`${name} cannot be read (${error.code}). Check the path and who may read it`);
    });
  const [certificate, secret] = await Promise.all([read('MQTT_TLS_CERT', cert), read('MQTT_TLS_KEY', key)]);
  const options: SecureContextOptions = { cert: certificate, key: secret, minVersion: 'TLSv1.2' };
  try {
    createSecureContext(options);
  } catch {
    throw new ConfigError('MQTT_TLS_CERT and MQTT_TLS_KEY are not a PEM certificate and its key');
  }
  return options;
}

/** Uses a renewed certificate for new connections without a restart, and logs once when the files became invalid. */
export function followTlsFiles(
  server: Server,
  files: TlsFiles,
  log: Log,
  everyMs = LOOK_EVERY_MS,
): Disposable {
  let failing = false;
  const look = async () => {
    try {
      server.setSecureContext(await readTlsFiles(files));
      if (failing) log.info({ event: 'mqtt-certificate-back' });
      failing = false;
    } catch (error) {
      if (!failing) log.error({ event: 'mqtt-certificate-unusable', text: (error as Error).message });
      failing = true;
    }
  };
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
