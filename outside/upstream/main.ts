import { createHash, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { careLinkVendor } from './carelink.ts';
import { dexcomApiVendor } from './dexcom-api.ts';
import { dexcomShareVendor } from './dexcom-share.ts';
import { libreVendor } from './libre.ts';
import { nightscoutSite } from './nightscout.ts';
import { type Handler, serve } from './serve.ts';

// Serves the simulated vendors on one port of this machine and prints, as one line of JSON, how to sign in to each:
//   node outside/upstream/main.ts [--port 3001] [--only nightscout] [--tied]
// With --tied it ends when its standard input closes, so that it does not outlive the process that started it.

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    only: { type: 'string', multiple: true },
    tied: { type: 'boolean', default: false },
  },
});

const secret = randomBytes(12).toString('base64url');
const token = `reader-${createHash('sha1').update(randomBytes(16)).digest('hex').slice(0, 16)}`;
const life = { seed: 7 };
const account = { email: 'robin@example.com', password: secret };

const follower = { username: 'robin.example', password: secret };
const wearer = { username: 'robin@example.com', password: secret, life };
const client = { clientId: 'tealight', clientSecret: secret };
const regions = ['us', 'ous', 'jp'] as const;
const share = Object.fromEntries(
  regions.map((region) => [`/dexcom-share/${region}`, dexcomShareVendor({ region, accounts: [wearer] })]),
);

/** Each vendor below a path of its own; Nightscout at the root, where its clients expect it. */
const vendors: Record<string, { at: string; handler: Handler; told: (url: string) => object }> = {
  dexcomShare: {
    at: '/dexcom-share/',
    handler: (request) => {
      const path = new URL(request.url).pathname.split('/').slice(0, 3).join('/');
      const region = share[path];
      return region ? below(path, region)(request) : Promise.resolve(new Response(null, { status: 404 }));
    },
    told: (url) => ({
      ...Object.fromEntries(regions.map((region) => [region, `${url}/dexcom-share/${region}`])),
      username: wearer.username,
      password: wearer.password,
    }),
  },
  dexcomApi: {
    at: '/dexcom-api/',
    handler: below('/dexcom-api', dexcomApiVendor(client)),
    told: (url) => ({ base: `${url}/dexcom-api`, ...client }),
  },
  libre: {
    at: '/libre/',
    handler: below('/libre', libreVendor(account)),
    told: (url) => ({ base: `${url}/libre`, ...account }),
  },
  careLink: {
    at: '/carelink/',
    handler: careLinkVendor({ ...follower, at: '/carelink' }),
    told: (url) => ({ base: `${url}/carelink`, ...follower }),
  },
  nightscout: {
    at: '/',
    handler: nightscoutSite({ secret, token, life }),
    told: (url) => ({ endpoint: url, apiSecret: secret, token }),
  },
};

const only = values.only ?? Object.keys(vendors);
const serving = Object.entries(vendors).filter(([name]) => only.includes(name));

const { url, close } = await serve(
  (request) => {
    const { pathname } = new URL(request.url);
    const found = serving.find(([, { at }]) => pathname.startsWith(at))?.[1];
    return found ? found.handler(request) : Promise.resolve(new Response('No such vendor', { status: 404 }));
  },
  { port: Number(values.port) },
);
console.log(JSON.stringify(Object.fromEntries(serving.map(([name, { told }]) => [name, told(url)]))));

/** An open standard input would keep the process alive. */
const end = () => {
  process.stdin.destroy();
  void close();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
if (values.tied) process.stdin.resume().once('close', end);

/** A vendor that lives below a path sees its own paths only. */
function below(path: string, handler: Handler): Handler {
  return (request) => handler(new Request(request.url.replace(path, ''), request));
}
