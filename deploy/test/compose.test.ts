import { existsSync } from 'node:fs';
import { BlockList } from 'node:net';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { imageStages } from '../docker/assemble.ts';
import { deployed, otherVariables, ownVariables, pinnedImage, read, root } from './support.ts';

const text = z.string();
const texts = z.array(text);
const condition = z.enum(['service_started', 'service_healthy', 'service_completed_successfully']);

/** What our files use of the Compose Specification; an unknown key is an error. */
const Service = z.strictObject({
  image: z.optional(text),
  pull_policy: z.optional(z.enum(['always', 'build', 'missing', 'never'])),
  build: z.optional(
    z.strictObject({ context: z.optional(text), dockerfile: z.optional(text), target: z.optional(text) }),
  ),
  restart: z.optional(z.enum(['no', 'always', 'on-failure', 'unless-stopped'])),
  env_file: z.optional(texts),
  environment: z.optional(z.record(text, text)),
  command: z.optional(texts),
  user: z.optional(z.string().check(z.regex(/^\d+:\d+$/))),
  read_only: z.optional(z.boolean()),
  tmpfs: z.optional(texts),
  volumes: z.optional(z.array(z.string().check(z.regex(/^[\w./-]+:\/[\w./-]+(:ro)?$/)))),
  ports: z.optional(z.array(z.string().check(z.regex(/^\d+:\d+(\/udp)?$/)))),
  cap_drop: z.optional(texts),
  cap_add: z.optional(texts),
  security_opt: z.optional(texts),
  shm_size: z.optional(text),
  stop_grace_period: z.optional(z.string().check(z.regex(/^\d+s$/))),
  healthcheck: z.optional(
    z.strictObject({
      disable: z.optional(z.boolean()),
      test: z.optional(texts),
      interval: z.optional(text),
      timeout: z.optional(text),
      retries: z.optional(z.number()),
    }),
  ),
  depends_on: z.optional(z.union([texts, z.record(text, z.strictObject({ condition }))])),
  networks: z.optional(z.union([texts, z.record(text, z.strictObject({ ipv4_address: z.ipv4() }))])),
  logging: z.optional(z.strictObject({ options: z.record(text, text) })),
});
const Compose = z.strictObject({
  name: z.optional(text),
  'x-node': z.optional(z.unknown()),
  services: z.record(text, Service),
  networks: z.optional(
    z.record(
      text,
      z.strictObject({
        ipam: z.strictObject({
          config: z.array(z.strictObject({ subnet: z.cidrv4(), ip_range: z.cidrv4() })),
        }),
      }),
    ),
  ),
  volumes: z.optional(z.record(text, z.null())),
});

function isInside(address: string, network: string): boolean {
  const [base = '', bits = ''] = network.split('/');
  const list = new BlockList();
  list.addSubnet(base, Number(bits));
  return list.check(address);
}

const files = deployed.filter((file) => /\/compose[\w.]*\.yaml$/.test(file));
const composed = (file: string) => Compose.parse(parse(read(file), { merge: true }));
const whole = files.filter((file) => !file.includes('chromium'));
const ownImage = /^tealight:/;

test('there are compose files for one machine, for several nodes, and for Chromium', () => {
  expect(files).toHaveLength(3);
});

describe.each(files)('%s', (file) => {
  const { services } = composed(file);
  const entries = Object.entries(services);

  test('[OPS-1] names only files that are there, and targets that the Dockerfile has', () => {
    const stages = imageStages().map(({ name }) => name);
    const folder = posix.dirname(file);
    const paths = entries.flatMap(([, { build, volumes = [] }]) => [
      ...(build?.context === undefined
        ? []
        : [build.context, posix.join(build.context, build.dockerfile ?? '')]),
      ...volumes.map((volume) => volume.split(':')[0] ?? '').filter((path) => path.startsWith('.')),
    ]);
    expect(paths.filter((path) => !existsSync(posix.join(root, folder, path)))).toEqual([]);
    const targets = entries.flatMap(([, { build }]) => (build === undefined ? [] : [build.target ?? '']));
    expect(targets.filter((target) => !stages.includes(target))).toEqual([]);
  });

  test('sets only variables that somebody reads, and no secret', () => {
    const names = entries.flatMap(([, { environment = {} }]) => Object.keys(environment));
    expect(names.filter((name) => !ownVariables.has(name) && !otherVariables.has(name))).toEqual([]);
    const secrets = entries.flatMap(([, { environment = {} }]) =>
      Object.entries(environment).filter(([name]) => /SECRET|PASSWORD|TOKEN|KEY/.test(name)),
    );
    expect(secrets.filter(([, value]) => !/^\$\{\w+:\?/.test(value))).toEqual([]);
  });
});

describe.each(whole)('every container of %s', (file) => {
  const { services, networks = {}, volumes = {} } = composed(file);
  const all = Object.entries(services);
  const own = all.filter(([, { image = '' }]) => ownImage.test(image));

  test('has an image of a fixed version', () => {
    const others = all.filter(([, { image = '' }]) => !ownImage.test(image));
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter(([, { image = '' }]) => !pinnedImage.test(image))).toEqual([]);
  });

  test('gets no new privileges, starts again, and writes bounded logs', () => {
    const open = all.filter(
      ([, service]) =>
        !service.security_opt?.includes('no-new-privileges:true') ||
        service.restart !== 'unless-stopped' ||
        service.logging?.options['max-size'] === undefined,
    );
    expect(open.map(([name]) => name)).toEqual([]);
  });

  test('of Tealight has a read-only root and no capabilities, and its secrets from a file', () => {
    expect(own.length).toBeGreaterThan(1);
    for (const [, service] of own) {
      expect(service).toMatchObject({
        pull_policy: 'never',
        read_only: true,
        cap_drop: ['ALL'],
        env_file: ['.env'],
      });
      expect(service.cap_add).toBeUndefined();
      expect(service.tmpfs?.some((path) => path.startsWith('/tmp'))).toBe(true);
      const written = [
        ...(service.tmpfs ?? []),
        ...(service.volumes ?? []).map((path) => path.split(':')[1]),
      ];
      expect(written.some((path) => path?.startsWith('/data'))).toBe(true);
    }
  });

  test('uses volumes and networks that the file declares', () => {
    const used = all.flatMap(([, service]) =>
      (service.volumes ?? []).map((path) => path.split(':')[0] ?? ''),
    );
    expect(used.filter((name) => !name.startsWith('.') && !(name in volumes))).toEqual([]);
    const joined = all.flatMap(([, service]) =>
      Array.isArray(service.networks) ? service.networks : Object.keys(service.networks ?? {}),
    );
    expect(joined.filter((name) => !(name in networks))).toEqual([]);
    expect(new Set(Object.keys(volumes))).toEqual(new Set(used.filter((name) => !name.startsWith('.'))));
  });

  test('trusts the address of the proxy and no other', () => {
    const { caddy } = services;
    const network = Array.isArray(caddy?.networks) ? undefined : caddy?.networks?.tealight;
    const serving = own.filter(([name]) => name !== 'backup');
    expect(serving.length).toBeGreaterThan(0);
    for (const [, service] of serving) {
      expect(service.environment?.TRUSTED_PROXIES).toBe(network?.ipv4_address);
    }
    const names = serving.map(([name]) => `${name}:3000`);
    expect(caddy?.environment?.UPSTREAMS).toBe(names.join(' '));
  });

  test('gives the address of the proxy to no other container, whichever starts first', () => {
    const { caddy } = services;
    const address = Array.isArray(caddy?.networks) ? '' : (caddy?.networks?.tealight?.ipv4_address ?? '');
    const [own] = networks.tealight?.ipam.config ?? [];
    expect([isInside(address, own?.subnet ?? ''), isInside(address, own?.ip_range ?? '')]).toEqual([
      true,
      false,
    ]);
  });

  test('publishes only the proxy', () => {
    expect(all.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['caddy']);
  });

  test('is backed up once a day by the command for backups', () => {
    expect(services.backup?.command?.join(' ')).toContain(
      'node server/src/backup/main.ts --to /backups --keep 14\n',
    );
    expect(services.backup?.volumes).toContain('backups:/backups');
    // The command for the machine's own cron runs where the folder is.
    expect(read('docs/backup.md')).toContain('docker compose exec -T backup node server/src/backup/main.ts');
  });
});

test('the example of the settings has only variables that Tealight or the images read', () => {
  const names = [...read('deploy/docker/example.env').matchAll(/^#?([A-Z_]+)=/gm)].map(
    ([, name = '']) => name,
  );
  expect(names).toContain('SMTP_URL');
  expect(names.filter((name) => !ownVariables.has(name) && !otherVariables.has(name))).toEqual([]);
});
