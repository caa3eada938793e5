import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectedWearer } from '../../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../../simulators/nightscout/nightscout.ts';
import { serve } from '../../simulators/serve.ts';
import { freshDatabase, postgresAnswers } from '../browser/support/database.ts';
import { certificate, expiredCertificate } from '../support/certificate.ts';
import { doctor } from '../support/doctor.ts';
import { type FaultyProxy, faultyProxy, type ProxyFault } from '../support/faulty-proxy.ts';
import { freePort } from '../support/free-port.ts';
import { hasMosquitto, ownBroker } from '../support/own-broker.ts';
import { type RealProcess, realProcess } from '../support/real-process.ts';

const SITE_SECRET = 'the-secret-of-a-site';
const PASSWORD = 'only-the-operator-knows-this';
const hasPostgres = await postgresAnswers();

const parts = new AsyncDisposableStack();
let server: RealProcess;
let proxy: FaultyProxy;
let environment: Record<string, string>;

/** A server behind a proxy with TLS, and a wearer whose sign-in is stored. */
beforeAll(async () => {
  const files = certificate((remove) => parts.defer(remove));
  const [port, target] = [await freePort(), await freePort()];
  proxy = parts.use(await faultyProxy({ port, target }, files));
  const settings = { PORT: String(target), PUBLIC_URL: proxy.url, TRUSTED_PROXIES: '127.0.0.1' };
  server = parts.use(await realProcess({ ...settings, OUTBOX_PAGE: 'on' }));
  const site = await serve(nightscoutSite({ secret: SITE_SECRET, token: 'reader-0123456789abcdef' }));
  parts.defer(site.close);
  await connectedWearer(server.url, { endpoint: site.url, apiSecret: SITE_SECRET });
  environment = {
    ...settings,
    DATA_DIR: server.dataDir,
    ROLES: 'api,poll,alarms,devices',
    NODE_EXTRA_CA_CERTS: files.cert,
  };
});
afterAll(() => parts.disposeAsync());

const check = (more: Record<string, string> = {}) => doctor({ ...environment, ...more });

describe('the doctor', () => {
  test('[OPS-3] finds nothing wrong with a healthy installation, changes nothing, and does not disturb it', async () => {
    const saidBefore = server.said();
    const { exitCode, findings, of, output } = await check({ ROLES: 'api,poll,alarms,devices,browser' });
    expect(of('problem')).toEqual([]);
    expect(exitCode).toBe(0);
    const well = findings.filter(({ level }) => level === 'ok').map((finding) => finding.check);
    const expected = [
      'node',
      'settings',
      'server',
      'database',
      'keys',
      'data-folder',
      'public-url',
      'certificate',
    ];
    expect(well).toEqual(
      expect.arrayContaining([...expected, 'clock', 'proxy', 'event-stream', 'websocket']),
    );
    expect(of('ok')).toContain('keys: The secret key decrypts the stored sign-ins');
    expect(output).not.toContain((await readFile(join(server.dataDir, 'secret.key'), 'utf8')).trim());
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    const news = server.said().slice(saidBefore.length);
    expect(news.split('\n').filter((line) => /"level":[456]0/.test(line))).toEqual([]);
  });

  test('[OPS-3] finds nothing wrong with a proxy on its own machine that replaces X-Forwarded-For, as the files for nginx and Caddy do', async () => {
    proxy.fault = 'replaces-addresses';
    const { exitCode, of } = await check().finally(() => {
      proxy.fault = 'none';
    });
    expect(of('problem')).toEqual([]);
    expect(of('ok')).toContainEqual(expect.stringMatching(/^proxy: .*this client is 127\.0\.0\.1/));
    expect(exitCode).toBe(0);
  });

  const faults: [ProxyFault, RegExp][] = [
    ['drops-upgrades', /^websocket: WebSockets do not pass \(400\).* Upgrade /],
    ['buffers', /^event-stream: The proxy holds events back.*proxy_buffering off/],
    ['sends-no-address', /^proxy: The proxy sends no X-Forwarded-For.*proxy_set_header/],
    ['passes-addresses-on', /^proxy: Clients can choose the address.*proxy_set_header/],
    ['untrusted', /^proxy: The proxy at 127\.0\.0\.2 is not trusted.*Add 127\.0\.0\.2 to TRUSTED_PROXIES/],
    ['wrong-date', /^clock: The clock of this machine is 3\d{3} seconds ahead of .*NTP/],
  ];
  test.each(faults)(
    '[OPS-3] names what is wrong with a proxy that has the fault "%s", and nothing else',
    async (fault, named) => {
      proxy.fault = fault;
      const { exitCode, of } = await check().finally(() => {
        proxy.fault = 'none';
      });
      expect(of('problem')).toEqual([expect.stringMatching(named)]);
      expect(exitCode).toBe(1);
    },
  );

  test('[OPS-3] says that a certificate has expired, and goes on checking', async () => {
    const port = await freePort();
    await using expired = await faultyProxy({ port, target: Number(environment.PORT) }, expiredCertificate());
    const { of } = await check({ PUBLIC_URL: expired.url });
    expect(of('problem')).toEqual([
      expect.stringMatching(/^certificate: The certificate of PUBLIC_URL has expired \d+ days ago Renew it/),
    ]);
    expect(of('ok')).toContain('websocket: WebSockets pass');
  });

  test('[OPS-3] says what devices do not accept about a certificate', async () => {
    const { of } = await check({ NODE_EXTRA_CA_CERTS: '' });
    expect(of('problem')).toEqual([
      expect.stringMatching(/^certificate: .* \(DEPTH_ZERO_SELF_SIGNED_CERT\)/),
    ]);
  });

  test('[OPS-3] names mail server, broker and database that are gone or reject the login, and writes no secret', async () => {
    const smtp = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) =>
        done(Object.assign(new Error(`not ${PASSWORD}`), { responseCode: 535 })),
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const smtpPort = (smtp.server.address() as AddressInfo).port;
    const gone = await freePort();
    const { exitCode, of, output } = await check({
      SMTP_URL: `smtp://ada:${PASSWORD}@127.0.0.1:${smtpPort}`,
      MQTT_URL: `mqtt://ada:${PASSWORD}@127.0.0.1:${gone}`,
      DATABASE_URL: `postgres://ada:${PASSWORD}@127.0.0.1:${gone}/tealight`,
    });
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    expect(of('problem')).toEqual([
      expect.stringMatching(/^database: PostgreSQL cannot be reached \(ECONNREFUSED\).*DATABASE_URL/),
      expect.stringMatching(/^mail: The mail server rejects the login \(535\).*SMTP_URL/),
      expect.stringMatching(/^broker: The broker cannot be reached \(ECONNREFUSED\).*MQTT_URL/),
    ]);
    expect(exitCode).toBe(1);
    expect(output).not.toContain(PASSWORD);
  });

  test('[OPS-3] signs in to the mail server without an email, and sends one where it is asked to', async () => {
    const recipients: string[] = [];
    const smtp = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onRcptTo: ({ address }, _session, done) => done(void recipients.push(address)),
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const settings = {
      ...environment,
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    };
    expect((await doctor(settings)).of('ok')).toContain('mail: The mail server accepts the login');
    expect(recipients).toEqual([]);
    const { exitCode, output } = await doctor(settings, { args: ['--mail', 'operator@example.org'] });
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    expect(recipients).toEqual(['operator@example.org']);
    expect(exitCode).toBe(0);
    expect(
      output
        .trim()
        .split('\n')
        .filter((line) => !/^(?:ok|warning|problem) +[a-z-]+ +\S/.test(line)),
    ).toEqual([]);
  });

  test.skipIf(!hasMosquitto())('[OPS-3] reads back from a broker what it has published there', async () => {
    await using broker = await ownBroker();
    expect((await check({ MQTT_URL: broker.url })).of('ok')).toContain(
      'broker: The broker passes on what is published',
    );
  });

  test.skipIf(!hasPostgres)('[OPS-3] tries PostgreSQL without leaving anything in it', async () => {
    const database = await freshDatabase('postgres');
    const settings = { ...database.environment, SECRET_KEYS: 'k'.repeat(40) };
    const runs = [await check(settings), await check(settings)];
    await database.drop();
    for (const { of } of runs) {
      expect(of('ok')).toContain('database: PostgreSQL accepts changes');
      expect(of('ok')).toContain("clock: The clock of this machine agrees with the database's");
    }
  });

  test('[OPS-3] says that others can read the key, that it is missing, and that it is another', async () => {
    const key = join(server.dataDir, 'secret.key');
    const content = await readFile(key);
    onTestFinished(() => writeFile(key, content));
    await chmod(key, 0o644);
    const open = await check();
    await chmod(key, 0o600);
    expect(open.of('problem')).toEqual([
      expect.stringMatching(/^data-folder: Other users .* chmod 600 \S+secret\.key$/),
    ]);
    await rm(key);
    expect((await check()).of('problem')).toEqual([
      expect.stringMatching(/^keys: The secret key \S+ is missing If there was one, restore it/),
    ]);
    await writeFile(key, 'another key that nobody has used before\n', { mode: 0o600 });
    const another = await check();
    expect(another.of('problem')[0]).toMatch(/^keys: The secret key decrypts no stored sign-in Restore/);
    expect(another.of('problem')[1]).toMatch(/^proxy: .* the same secret keys as the server/);
  });

  test.skipIf(process.platform !== 'linux')('[OPS-3] says that DATA_DIR cannot be written', async () => {
    // Not even root makes a file there.
    const { of } = await check({ DATA_DIR: '/sys/kernel', SECRET_KEYS: 'k'.repeat(40), PUBLIC_URL: '' });
    expect(of('problem')).toContainEqual(
      expect.stringMatching(/^data-folder: DATA_DIR cannot be written \(E\w+\) Give/),
    );
  });

  test('[OPS-3] names all wrong settings at once, and checks nothing with them', async () => {
    const { exitCode, of, findings } = await check({
      PORT: 'many',
      PUBLIC_URL: 'example',
      TLS_CERT: 'only.pem',
    });
    expect(of('problem').map((line) => line.split(' ')[1])).toEqual(['PORT', 'PUBLIC_URL']);
    expect([exitCode, findings.length]).toEqual([1, 3]);
  });

  test('[OPS-3] checks what it can while the server does not run', async () => {
    await server.stop();
    const { exitCode, of } = await check();
    await server.restart();
    expect(of('problem')).toEqual([]);
    expect(exitCode).toBe(0);
    expect(of('warning')).toEqual([
      expect.stringMatching(/^server: The server does not run/),
      expect.stringMatching(/^public-url: .* answers 502: the server does not run/),
    ]);
    expect(of('ok')).toContain('keys: The secret key decrypts the stored sign-ins');
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  });
});
