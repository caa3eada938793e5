import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { SECOND } from '../shared/time-units.ts';
import { checkBroker } from './check-broker.ts';
import { checkBrowser } from './check-browser.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkDatabase } from './check-database.ts';
import { checkKeys } from './check-keys.ts';
import { checkMail } from './check-mail.ts';
import { checkNode } from './check-node.ts';
import { checkProxy } from './check-proxy.ts';
import { checkPublicUrl } from './check-public-url.ts';
import { checkServer } from './check-server.ts';
import { checkSettings } from './check-settings.ts';
import { codeOf, type Finding, findingsOf } from './finding.ts';

/** Each check has its own shorter limits; this is for what hangs in spite of them. */
const CHECK_WITHIN_MS = 40 * SECOND;

export type DoctorOptions = {
  /** Whom to send an email; null: only the login is checked. */
  mailTo: string | null;
};

/** Checks an installation from its environment. It changes nothing, and disturbs no server that runs. */
export async function runChecks(
  environment: NodeJS.ProcessEnv,
  options: (config: Config) => DoctorOptions,
): Promise<Finding[]> {
  const node = checkNode(process.versions.node);
  const { config, findings } = checkSettings(environment);
  if (config === null) return [node, ...findings];
  const { isRunning, findings: server } = await checkServer(config);
  const checks = [
    guarded('database', () => checkStored(config, isRunning)),
    guarded('data-folder', () => checkDataFolder(config)),
    guarded('mail', () => checkMail(config, options(config).mailTo)),
    guarded('broker', () => checkBroker(config)),
    guarded('browser', () => checkBrowser(config)),
  ];
  return [node, ...findings, ...server, ...(await Promise.all(checks)).flat()];
}

/** The database with the keys, and with them what only a server that has the same keys answers. */
async function checkStored(config: Config, isRunning: boolean): Promise<Finding[]> {
  const { database, findings } = await checkDatabase(config);
  try {
    const { keys, findings: ofKeys } = await checkKeys(config, database);
    return [...findings, ...ofKeys, ...(await checkAddress(config, isRunning, keys?.[0] ?? null))];
  } finally {
    await database?.[Symbol.asyncDispose]();
  }
}

async function checkAddress(config: Config, isRunning: boolean, secret: string | null): Promise<Finding[]> {
  const url = config.publicUrl;
  if (url === null) return [];
  const findings = await guarded('public-url', () => checkPublicUrl(url, isRunning));
  const isReached = findings.some(({ check, level }) => check === 'public-url' && level === 'ok');
  if (!isReached || secret === null) return findings;
  const hasProxy = url.startsWith('https:') && config.tls === null;
  return [...findings, ...(await guarded('proxy', () => checkProxy({ url, secret, hasProxy })))];
}

/** A check that throws, or does not end, is a finding, too. */
async function guarded(check: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  const { problem } = findingsOf(check);
  const stop = new AbortController();
  const late = sleep(CHECK_WITHIN_MS, null, { signal: stop.signal }).catch(() => null);
  try {
    const findings = await Promise.race([work(), late]);
    return (
      findings ?? [problem('This check did not end', 'Run the doctor again when the machine has less to do.')]
    );
  } catch (error) {
    return [problem(`This check failed (${codeOf(error)})`, 'Report it as a bug of Tealight.')];
  } finally {
    stop.abort();
  }
}
