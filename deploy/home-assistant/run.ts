// Starts Tealight with the options that were set in Home Assistant: node run.ts OPTIONS
import { readFileSync } from 'node:fs';

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

/** In ms. Own choice: the supervisor answers from its memory. */
const SUPERVISOR_WITHIN_MS = 5000;

/** The broker of Home Assistant; null if there is none or the supervisor does not say. */
export async function findBroker(token: string | undefined, supervisor: string): Promise<MqttService | null> {
  if (!token) return null;
  const headers = { authorization: `Bearer ${token}` };
  const signal = AbortSignal.timeout(SUPERVISOR_WITHIN_MS);
  try {
    const answer = await fetch(`${supervisor}/services/mqtt`, { headers, signal });
    return answer.ok ? ((await answer.json()) as { data: MqttService }).data : null;
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const options = JSON.parse(readFileSync(process.argv[2] ?? '/data/options.json', 'utf8')) as Options;
  const broker = await findBroker(process.env.SUPERVISOR_TOKEN, 'http://supervisor');
  Object.assign(process.env, environmentOf(options, broker));
  // A path that only the packed folder has.
  const server = './server/src/main.ts';
  await import(server);
}
