import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions, type Server } from 'node:tls';
import { openIncident } from '../shared/incident.ts';
import type { Log } from '../shared/log.ts';
import { StartError } from '../shared/start-error.ts';
import { HOUR } from '../shared/time-units.ts';

/** Paths of a certificate with its chain, and of its key, as PEM. */
export type TlsFiles = { cert: string; key: string };

/** The use of a certificate: the variables that name its files, and the log event of files that became invalid. */
const tlsUses = {
  https: { variables: { cert: 'TLS_CERT', key: 'TLS_KEY' }, event: 'https-certificate-unusable' },
  mqtt: { variables: { cert: 'MQTT_TLS_CERT', key: 'MQTT_TLS_KEY' }, event: 'mqtt-certificate-unusable' },
} as const;
type TlsUse = keyof typeof tlsUses;

/** Certificates are renewed in place, weeks before they end: checking every hour is enough. */
const LOOK_EVERY_MS = HOUR;

/** Reads the files. Throws `StartError` when they cannot be read or do not match. */
export async function readTlsFiles({ cert, key }: TlsFiles, use: TlsUse): Promise<SecureContextOptions> {
  const { variables } = tlsUses[use];
  const read = (name: string, path: string) =>
    readFile(path).catch((error: NodeJS.ErrnoException) => {
      throw new StartError(`${name} cannot be read (${error.code}). Check the path and who may read it`);
    });
  const [certificate, secret] = await Promise.all([read(variables.cert, cert), read(variables.key, key)]);
  const options: SecureContextOptions = { cert: certificate, key: secret, minVersion: 'TLSv1.2' };
  try {
    createSecureContext(options);
  } catch {
    throw new StartError(`${variables.cert} and ${variables.key} are not a PEM certificate and its key`);
  }
  return options;
}

export type FollowOptions = { use: TlsUse; log: Log; everyMs?: number };

/** Uses a renewed certificate for new connections without a restart, and logs once when the files became invalid. */
export function followTlsFiles(
  server: Pick<Server, 'setSecureContext'>,
  files: TlsFiles,
  { use, log, everyMs = LOOK_EVERY_MS }: FollowOptions,
): Disposable {
  const { event } = tlsUses[use];
  const incident = openIncident(log, event, { logsError: false });
  const look = async () => {
    try {
      server.setSecureContext(await readTlsFiles(files, use));
      incident.worked();
    } catch (error) {
      incident.failed(error, { text: (error as Error).message });
    }
  };
  // One at a time: what an older one has read must not replace what a newer one has.
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => {
      isLooking = false;
    });
  }, everyMs);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
