import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { careLinkVendor } from './carelink/carelink.ts';
import { dexcomApiVendor } from './dexcom-api/dexcom-api.ts';
import { dexcomShareVendor } from './dexcom-share/dexcom-share.ts';
import { libreVendor } from './libre/libre.ts';
import { nightscoutSite } from './nightscout/nightscout.ts';
import { type ChannelSimulator, channelSimulators, openNtfy } from './push/simulators.ts';
import { below, type Handler, serve } from './serve.ts';

// Serves the simulated vendors, and services that alarms are sent to, on one port of this machine (ntfy on another) and prints, as one line of JSON, the settings, the login and the channel of each:
//   node simulators/main.ts [--port 3001] [--only nightscout] [--secrets file] [--tied]
// With --secrets the logins are kept in that file, so that a connected wearer stays connected after a restart. With --tied it ends when its standard input closes, so that it does not outlive the process that started it.

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    only: { type: 'string', multiple: true },
    secrets: { type: 'string' },
    tied: { type: 'boolean', default: false },
  },
});

const { secret, token } = values.secrets === undefined ? newSecrets() : keptSecrets(values.secrets);
const life = { seed: 7 };
const account = { email: 'robin@example.com', password: secret };

const follower = { username: 'robin.example', password: secret };
const wearer = { username: 'robin@example.com', password: secret, life };
const client = { clientId: 'tealight', clientSecret: secret };
const regions = ['us', 'ous', 'jp'] as const;
const share = Object.fromEntries(
  regions.map((region) => [`/dexcom-share/${region}`, dexcomShareVendor({ region, accounts: [wearer] })]),
);

/** One simulated vendor. `environment`: the settings with which its source uses it. */
type Simulator = {
  at: string;
  handler: Handler;
  environment?: (url: string) => Record<string, string>;
  /** The login to connect it, with the label for people. */
  login?: (url: string) => { label: string } & Record<string, string>;
  channel?: ChannelSimulator['channel'];
};

/** Each vendor below its own path; Nightscout at the root, where its clients expect it. */
const vendors: Record<string, Simulator> = {
  dexcomShare: {
    at: '/dexcom-share/',
    handler: (request) => {
      const path = new URL(request.url).pathname.split('/').slice(0, 3).join('/');
      const region = share[path];
      return region ? below(path, region)(request) : Promise.resolve(new Response(null, { status: 404 }));
    },
    environment: (url) => ({
      DEXCOM_SHARE_US_URL: `${url}/dexcom-share/us`,
      DEXCOM_SHARE_OUS_URL: `${url}/dexcom-share/ous`,
      DEXCOM_SHARE_JP_URL: `${url}/dexcom-share/jp`,
    }),
    login: () => ({ label: 'Dexcom', username: wearer.username, password: wearer.password }),
  },
  dexcomApi: {
    at: '/dexcom-api/',
    handler: below('/dexcom-api', dexcomApiVendor(client)),
    environment: (url) => ({
      DEXCOM_API_URL: `${url}/dexcom-api`,
      DEXCOM_CLIENT_ID: client.clientId,
      DEXCOM_CLIENT_SECRET: client.clientSecret,
    }),
  },
  libre: {
    at: '/libre/',
    handler: below('/libre', libreVendor(account)),
    environment: (url) => ({ LIBRELINKUP_URL: `${url}/libre` }),
    login: () => ({ label: 'FreeStyle Libre', username: account.email, password: account.password }),
  },
  medtronic: {
    at: '/carelink/',
    handler: careLinkVendor({ ...follower, at: '/carelink' }),
    environment: (url) => ({ CARELINK_URL: `${url}/carelink` }),
    login: () => ({ label: 'Medtronic', ...follower }),
  },
  ...channelSimulators(),
  nightscout: {
    at: '/',
    handler: nightscoutSite({ secret, token, life }),
    login: (url) => ({ label: 'Nightscout', endpoint: url, apiSecret: secret }),
  },
};

const only = values.only ?? [...Object.keys(vendors), 'ntfy'];
const serving = Object.entries(vendors).filter(([name]) => only.includes(name));

const { url, close } = await serve(
  (request) => {
    const { pathname } = new URL(request.url);
    const found = serving.find(([, { at }]) => pathname.startsWith(at))?.[1];
    return found ? found.handler(request) : Promise.resolve(new Response('No such vendor', { status: 404 }));
  },
  { port: Number(values.port) },
).catch(endOfPortInUse);
const signIns = serving.map(([name, { environment, login, channel }]) => [
  name,
  { environment: environment?.(url) ?? {}, login: login?.(url) ?? null, channel: channel?.(url) ?? null },
]);
const ntfy = only.includes('ntfy') ? await openNtfy() : null;
console.log(JSON.stringify({ ...Object.fromEntries(signIns), ...ntfy?.signIns }));

/** An open standard input would keep the process alive. */
const end = () => {
  process.stdin.destroy();
  void close();
  void ntfy?.close();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
if (values.tied) process.stdin.resume().once('close', end);

/** A port in use is no defect of the simulators: a sentence, without a stack. */
function endOfPortInUse(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EADDRINUSE') throw error;
  console.error(
    `Port ${values.port} is in use by another program: the simulated vendors cannot listen there.`,
  );
  process.exit(1);
}

type Secrets = { secret: string; token: string };

function newSecrets(): Secrets {
  const digest = createHash('sha1').update(randomBytes(16)).digest('hex');
  return { secret: randomBytes(12).toString('base64url'), token: `reader-${digest.slice(0, 16)}` };
}

/** The secrets of a file; new ones, which are then kept in it, where it has none. */
function keptSecrets(file: string): Secrets {
  try {
    const { secret, token } = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof secret === 'string' && typeof token === 'string') return { secret, token };
  } catch {
    // The first start, or a file that is damaged.
  }
  const secrets = newSecrets();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}
