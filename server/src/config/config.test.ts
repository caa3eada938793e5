import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConfigError, readConfig, variableNames } from './config.ts';

const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
const examples = [...example.matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
  name,
  value,
]);

describe('the configuration', () => {
  test('[OPS-3] the example file names every variable, and no other', () => {
    expect(examples.map(([name]) => name).sort()).toEqual([...variableNames].sort());
  });

  test('[OPS-3] every value of the example file is valid', () => {
    expect(() => readConfig(Object.fromEntries(examples))).not.toThrow();
  });

  describe('the example file with every line used', () => {
    const used = example.replace(/^#(?=[A-Z_]+=)/gm, '');
    const expected = Object.fromEntries(examples);

    test('[OPS-3] can be sourced by a shell, as it says', () => {
      const folder = mkdtempSync(join(tmpdir(), 'tealight-env-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      writeFileSync(join(folder, '.env'), used);
      const script = `set -a; . ./.env; set +a; '${process.execPath}' -p 'JSON.stringify(process.env)'`;
      const output = execFileSync('sh', ['-ec', script], { cwd: folder, env: {}, encoding: 'utf8' });
      expect(JSON.parse(output)).toMatchObject(expected);
    });

    test('[OPS-3] is an environment file for Docker, where quotes and spaces are part of a value', () => {
      const lines = used.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      const read = lines.map((line) => /^([A-Z_]+)=(.*)$/.exec(line)?.slice(1) ?? [line]);
      expect(Object.fromEntries(read)).toEqual(expected);
      expect(lines.filter((line) => /["'\s]/.test(line))).toEqual([]);
      expect(() => readConfig(Object.fromEntries(read))).not.toThrow();
    });
  });

  test('[OPS-3] the defaults of the example file are the real ones', () => {
    const defaults = examples.filter(([name = '']) =>
      /^(HOST|DATA_DIR|MQTT_PORT|ROLES|LOG_LEVEL|\w+_URL)$/.test(name),
    );
    const said = defaults.filter(([, value = '']) => !value.includes('://'));
    expect(readConfig(Object.fromEntries(said))).toEqual({
      ...readConfig({}),
      mqtt: { url: null, port: 1883, portGiven: true, tls: null },
    });
  });

  test('[OPS-3] the error names every invalid variable, but no value', () => {
    const wrong = {
      PORT: '70000',
      DATABASE_URL: 'mysql://root:hunter2@db',
      LOG_LEVEL: 'loud',
      ROLES: 'api,king',
    };
    const message = (() => {
      try {
        readConfig(wrong);
      } catch (error) {
        return String(error);
      }
    })();
    for (const name of Object.keys(wrong)) expect(message).toContain(name);
    for (const value of ['70000', 'hunter2', 'loud', 'king']) expect(message).not.toContain(value);
  });

  test.each([
    ['PORT', '3000x'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'tealight.example.org'],
    ['SMTP_URL', 'http://mail.example.org'],
    ['MAIL_FROM', 'nobody'],
    ['SECRET_KEYS', 'short'],
    ['RATE_LIMITS', 'perhaps'],
    ['ROLES', ','],
    ['FAQ_URL', 'javascript:alert(1)'],
    ['DEXCOM_CLIENT_ID', 'without a secret'],
    ['MQTT_TLS_CERT', 'without a key'],
    ['TLS_CERT', 'without a key'],
    ['MQTT_HOOKS_SECRET', 'too short'],
  ])('[OPS-3] %s=%s is rejected with the name of the variable', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  test.each([
    '10.0.0.0/255.0.0.0',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '010.0.0.1',
    '10',
    '::1/129',
    '::/0',
    'fade',
  ])('[OPS-3] %s is no proxy: the error names the item and says what is allowed', (item) => {
    const read = () => readConfig({ TRUSTED_PROXIES: `10.0.0.2, ${item}` });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/TRUSTED_PROXIES must be IP addresses .+ or networks .+ \(item 2\)$/m);
  });

  test('[OPS-3] limits cannot be off on a public server', () => {
    expect(() => readConfig({ RATE_LIMITS: 'off', HOST: '0.0.0.0' })).toThrow('RATE_LIMITS');
    expect(readConfig({ RATE_LIMITS: 'off' }).limits).toBe(false);
  });

  test('[SRC-4] machines that share a database are advised to share their keys', () => {
    const shared = { DATABASE_URL: 'postgres://db.example.org/tealight', HOST: '0.0.0.0' };
    expect(() => readConfig(shared)).toThrow('SECRET_KEYS');
    expect(() => readConfig({ ...shared, SECRET_KEYS: 'k'.repeat(32) })).not.toThrow();
    expect(() => readConfig({ ...shared, SECRET_KEYS_FILE: '/run/secrets/keys' })).not.toThrow();
    expect(() => readConfig({ ...shared, HOST: '127.0.0.1' })).not.toThrow();
  });

  describe('what is available only on this computer', () => {
    const openTo = (env: Record<string, string>) => {
      const { isPrivate, privateEndpoints, outboxPage, metrics, trialSource } = readConfig(env);
      return [isPrivate, privateEndpoints, outboxPage, metrics.open, trialSource];
    };

    test.each([
      {},
      { HOST: '::1' },
      { PUBLIC_URL: 'http://localhost:3000' },
      { PUBLIC_URL: 'http://[::1]:3000' },
    ])('[SRC-5] is on by default for %j', (env) => {
      expect(openTo(env)).toEqual([true, true, true, true, true]);
    });

    test.each([
      { HOST: '0.0.0.0' },
      { HOST: '192.168.1.5' },
      { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' },
      // A server behind a proxy on the same machine.
      { HOST: '127.0.0.1', PUBLIC_URL: 'https://tealight.example.org' },
      { PUBLIC_URL: 'https://localhost.example.org' },
    ])('[SRC-5] is off by default for %j', (env) => {
      expect(openTo(env)).toEqual([false, false, false, false, false]);
      expect(() => readConfig({ ...env, RATE_LIMITS: 'off' })).toThrow('RATE_LIMITS');
    });

    test('[SRC-5] can be switched on explicitly on a public server', () => {
      const env = { PUBLIC_URL: 'https://tealight.example.org', PRIVATE_ENDPOINTS: 'on', OUTBOX_PAGE: 'on' };
      expect(openTo(env)).toEqual([false, true, true, false, false]);
      expect(readConfig({ ...env, TRIAL_SOURCE: 'on' }).trialSource).toBe(true);
    });

    test('[SRC-5] the simulated site can be connected where it is configured, at its port only', () => {
      const named = { HOST: '0.0.0.0', TRIAL_SOURCE: 'on', SIMULATOR_PORT: '3001' };
      expect(readConfig(named)).toMatchObject({ privateEndpoints: false, trialSite: '127.0.0.1:3001' });
      expect(readConfig({ ...named, SIMULATOR_PORT: '' }).trialSite).toBeNull();
      expect(readConfig({ ...named, TRIAL_SOURCE: '' }).trialSite).toBeNull();
    });
  });

  test('an empty variable counts as not set', () => {
    expect(readConfig({ PORT: '', SMTP_URL: ' ' })).toEqual(readConfig({}));
  });
});
