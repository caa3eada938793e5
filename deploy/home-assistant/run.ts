// Starts Tealight with the options that were set in Home Assistant: node run.ts OPTIONS
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the supervisor writes; the schema is in config.yaml. Options without a value are absent. */
export type Options = Partial<
  Record<'public_url' | 'smtp_url' | 'mail_from' | 'admin_email' | 'log_level', string>
> & { trusted_proxies?: string[]; private_endpoints?: boolean };

/** The answer of the supervisor about the broker of Home Assistant. */
export type MqttService = {
  host: string;
  port: number;
  ssl: boolean;
  username?: string | null;
  password?: string | null;
};

/** The environment of the server. Without a broker the server runs its own. */
export function environmentOf(options: Options, mqtt: MqttService | null): Record<string, string> {
  const { trusted_proxies: proxies = [], private_endpoints: isPrivate, ...texts } = options;
  const named = Object.entries(texts).map(([name, value = '']) => [name.toUpperCase(), value]);
  return {
    ...Object.fromEntries(named),
    ...(proxies.length > 0 && { TRUSTED_PROXIES: proxies.join(',') }),
    ...(isPrivate !== undefined && { PRIVATE_ENDPOINTS: isPrivate ? 'on' : 'off' }),
    ...(mqtt !== null && { MQTT_URL: brokerUrl(mqtt) }),
  };
}

function brokerUrl({ host, port, ssl, username, password }: MqttService): string {
  const login = username ? `${encodeURIComponent(username)}:${encodeURIComponent(password ?? '')}@` : '';
  return `${ssl ? 'mqtts' : 'mqtt'}://${login}${host}:${port}`;
}

type Waits = {
  /** For one answer, ms. */
  answerMs: number;
  /** Until the supervisor is asked again, ms. */
  againMs: number;
  /** In all, ms. */
  mostMs: number;
};

/**
 * Own choice. The supervisor answers from its memory, but may be slow while the machine starts. One that has not
 * answered after ten minutes will not: readings and alarms matter more than the broker.
 */
const usualWaits: Waits = { answerMs: 5000, againMs: 5000, mostMs: 600_000 };

/**
 * The broker of Home Assistant; null if there is none. A supervisor that does not answer, or only with an error of its
 * own, is asked again.
 */
export async function findBroker(
  token: string | undefined,
  supervisor: string,
  log: (sentence: string) => void = console.error,
  waits = usualWaits,
): Promise<MqttService | null> {
  if (!token) return null;
  const since = performance.now();
  for (let isSaid = false; ; isSaid = true) {
    try {
      return await askForBroker(token, supervisor, waits.answerMs);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (performance.now() - since > waits.mostMs) {
        log(`The supervisor has not said whether there is a broker (${why}). Tealight starts without it`);
        return null;
      }
      if (!isSaid) log(`The supervisor does not say whether there is a broker (${why}). It is asked again`);
      await sleep(waits.againMs);
    }
  }
}

/** Throws without an answer. Only a rejection (4xx) means that there is no broker. */
async function askForBroker(
  token: string,
  supervisor: string,
  withinMs: number,
): Promise<MqttService | null> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${supervisor}/services/mqtt`, {
    headers,
    signal: AbortSignal.timeout(withinMs),
  });
  if (answer.status >= 400 && answer.status < 500) return null;
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return ((await answer.json()) as { data: MqttService }).data;
}

if (import.meta.main) {
  const options = JSON.parse(readFileSync(process.argv[2] ?? '/data/options.json', 'utf8')) as Options;
  const broker = await findBroker(process.env.SUPERVISOR_TOKEN, 'http://supervisor');
  Object.assign(process.env, environmentOf(options, broker));
  // A path that only the packed folder has.
  const server = './server/src/main.ts';
  await import(server);
}
