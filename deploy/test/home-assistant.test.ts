import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../server/src/config/config.ts';
import { parseCopy, parseDockerfile } from '../docker/dockerfile.ts';
import { environmentOf, findBroker } from '../home-assistant/run.ts';
import { read, root } from './support.ts';

const folder = 'deploy/home-assistant';
const config = parse(read(`${folder}/config.yaml`)) as {
  version: string;
  arch: string[];
  ports: Record<string, number | null>;
  watchdog: string;
  options: Record<string, unknown>;
  schema: Record<string, unknown>;
} & Record<string, unknown>;

/** [developers.home-assistant.io, App configuration] The keys that we use, of those that there are. */
const knownKeys = [
  ...[
    'name',
    'version',
    'slug',
    'description',
    'arch',
    'startup',
    'boot',
    'init',
    'tmpfs',
    'watchdog',
    'webui',
  ],
  ...['ports', 'services', 'backup', 'options', 'schema'],
];
const knownTypes =
  /^(str|bool|int|float|email|url|password|port|match\(.+\)|list\([\w|]+\))(\([\d,]*\))?\??$/;

describe('the app for Home Assistant', () => {
  test('has the required keys and no unknown ones', () => {
    expect(Object.keys(config).filter((key) => !knownKeys.includes(key))).toEqual([]);
    for (const key of ['name', 'version', 'slug', 'description', 'arch']) expect(config).toHaveProperty(key);
    expect(config.arch.filter((one) => !['aarch64', 'amd64'].includes(one))).toEqual([]);
  });

  test('has the version of Tealight', () => {
    expect(config.version).toBe((JSON.parse(read('package.json')) as { version: string }).version);
  });

  test('describes each option and each port, and no other', () => {
    const { configuration, network } = parse(read(`${folder}/translations/en.yaml`)) as {
      configuration: Record<string, { name: string; description: string }>;
      network: Record<string, string>;
    };
    expect(Object.keys(configuration).sort()).toEqual(Object.keys(config.schema).sort());
    expect(Object.keys(network)).toEqual(Object.keys(config.ports));
    for (const text of Object.values(configuration)) expect(text.description).toMatch(/\.$/);
  });

  test('has an option in the schema for each default, of types that there are', () => {
    expect(Object.keys(config.options).filter((name) => !(name in config.schema))).toEqual([]);
    const types = Object.values(config.schema).flat() as string[];
    expect(types.filter((type) => !knownTypes.test(type))).toEqual([]);
  });

  test('has the ports of the image, and a watchdog on a path that the server has', () => {
    const exposed = parseDockerfile(read(`${folder}/Dockerfile`))
      .flatMap(({ instructions }) => instructions)
      .find(({ name }) => name === 'EXPOSE')?.text;
    expect(Object.keys(config.ports)).toEqual(exposed?.split(' ').map((port) => `${port}/tcp`));
    const path = new URL(config.watchdog.replace('[HOST]:[PORT:3000]', 'host')).pathname;
    expect(read('server/src/http/health-routes.ts')).toContain(`'${path}'`);
  });

  test('is packed with every file that its Dockerfile copies', async () => {
    const { pack } = await import('../home-assistant/pack.ts');
    const target = mkdtempSync(join(tmpdir(), 'tealight-app-'));
    onTestFinished(() => rmSync(target, { recursive: true }));
    if (existsSync(`${root}web/dist/index.html`)) {
      await pack(target);
      const copied = parseDockerfile(read(`${folder}/Dockerfile`))
        .flatMap(({ instructions }) => instructions)
        .filter(({ name }) => name === 'COPY')
        .flatMap(({ text }) => parseCopy(text).sources);
      const needed = ['config.yaml', 'Dockerfile', 'source/web/dist/index.html', 'source/server/src/main.ts'];
      for (const name of [...needed, ...copied]) expect(existsSync(join(target, name)), name).toBe(true);
      expect(existsSync(join(target, 'source/e2e/process'))).toBe(false);
    } else await expect(pack(target)).rejects.toThrow('npm run build --workspace web');
  });
});

describe('the options of the app', () => {
  const options = {
    public_url: 'http://192.168.1.5:3000',
    trusted_proxies: ['172.30.32.2', '192.168.1.0/24'],
    smtp_url: 'smtps://user:secret@mail.example.org:465',
    mail_from: 'hello@example.org',
    private_endpoints: true,
    log_level: 'info',
  };

  test('[OPS-3] become settings that the server accepts', () => {
    const environment = environmentOf(options, null);
    expect(environment).toMatchObject({
      TRUSTED_PROXIES: '172.30.32.2,192.168.1.0/24',
      PRIVATE_ENDPOINTS: 'on',
    });
    expect(readConfig({ ...environment, HOST: '0.0.0.0' })).toMatchObject({
      publicUrl: options.public_url,
      privateEndpoints: true,
      mail: { smtpUrl: options.smtp_url, from: options.mail_from },
      mqtt: { url: null },
    });
  });

  test('without values leave the defaults', () => {
    expect(environmentOf({ trusted_proxies: [] }, null)).toEqual({});
  });

  test('[DEV-2] name the broker of Home Assistant, with a login that may have any characters', () => {
    const broker = {
      host: 'core-mosquitto',
      port: 1883,
      ssl: false,
      username: 'addons',
      password: 'a/b@c:d',
    };
    const { MQTT_URL = '' } = environmentOf({}, broker);
    expect(readConfig({ MQTT_URL }).mqtt.url).toBe(MQTT_URL);
    const { username, password, host } = new URL(MQTT_URL);
    expect([username, decodeURIComponent(password), host]).toEqual([
      'addons',
      'a/b@c:d',
      'core-mosquitto:1883',
    ]);
    expect(environmentOf({}, { ...broker, ssl: true, username: null }).MQTT_URL).toBe(
      'mqtts://core-mosquitto:1883',
    );
  });

  test('are used without a broker when the supervisor has none', async () => {
    const supervisor = await startSupervisor((request, response) => {
      const known = request.headers.authorization === 'Bearer token' && request.url === '/services/mqtt';
      response.writeHead(known ? 200 : 400).end(JSON.stringify(known ? { result: 'ok', data } : {}));
    });
    expect(await findBroker('token', supervisor)).toEqual(data);
    expect(await findBroker('another', supervisor)).toBeNull();
    expect(await findBroker(undefined, supervisor)).toBeNull();
  });

  test('[DEV-2] wait for a supervisor that is slow or fails while the machine starts, and say so once', async () => {
    let asked = 0;
    const supervisor = await startSupervisor((_, response) => {
      asked += 1;
      // The first answer comes never, the second is an error of the supervisor, the third closes the connection.
      if (asked === 2) response.writeHead(502).end();
      else if (asked === 3) response.destroy();
      else if (asked > 3) response.end(JSON.stringify({ result: 'ok', data }));
    });
    const said: string[] = [];
    const log = (sentence: string) => void said.push(sentence);
    const waits = { answerMs: 200, againMs: 1, mostMs: 60_000 };
    expect(await findBroker('token', supervisor, log, waits)).toEqual(data);
    expect([asked, said]).toEqual([4, [expect.stringMatching(/asked again$/)]]);
  });

  test('[DEV-2] are used without a broker, which is said, when the supervisor never answers', async () => {
    const said: string[] = [];
    const log = (sentence: string) => void said.push(sentence);
    const waits = { answerMs: 100, againMs: 1, mostMs: 50 };
    expect(await findBroker('token', 'http://127.0.0.1:1', log, waits)).toBeNull();
    expect(said.at(-1)).toMatch(/starts without it$/);
  });
});

const data = { host: 'core-mosquitto', port: 1883, ssl: false };

/** A supervisor with this answer. Returns its address. */
async function startSupervisor(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
