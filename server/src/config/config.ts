import { join, resolve } from 'node:path';
import type { SourceSettings } from '@tealight/sources';
import * as z from 'zod/mini';
import {
  addressOf,
  emailAddress,
  filled,
  flag,
  host,
  isLoopbackHost,
  link,
  listOf,
  port,
  trustedProxy,
  webAddress,
} from './fields.ts';
import { incompleteSettings, SourceEnv, sourceSettingsOf } from './source-settings.ts';

export const roles = ['api', 'poll', 'alarms', 'devices', 'browser'] as const;
export type Role = (typeof roles)[number];

const optional = <T extends z.ZodMiniType>(field: T) => z.optional(field);
const sharedSecret = z.string().check(z.minLength(16, 'must have at least 16 characters'));
const secretKey = z.string().check(z.minLength(32, 'must be keys of at least 32 characters each'));

const passphrase = z.string().check(z.minLength(12, 'must have at least 12 characters'));

/** Every variable that is not of a source, as the environment has it. Empty ones count as absent. */
const Env = z.object({
  PORT: optional(port),
  HOST: z._default(host, '127.0.0.1'),
  PUBLIC_URL: optional(webAddress),
  TLS_CERT: optional(filled),
  TLS_KEY: optional(filled),
  DATA_DIR: z._default(filled, './data'),
  DATABASE_URL: optional(addressOf(['postgres', 'postgresql'])),
  MQTT_URL: optional(addressOf(['mqtt', 'mqtts', 'ws', 'wss'])),
  MQTT_PORT: optional(port),
  MQTT_TLS_CERT: optional(filled),
  MQTT_TLS_KEY: optional(filled),
  MQTT_HOOKS_SECRET: optional(sharedSecret),
  SMTP_URL: optional(addressOf(['smtp', 'smtps'])),
  MAIL_FROM: optional(z.string().check(z.regex(/^[^\r\n]*[^\s@]+@[^\s@]+$/, 'must be an email address'))),
  ADMIN_EMAIL: optional(emailAddress),
  SECRET_KEYS: optional(listOf(secretKey).check(z.minLength(1, 'must hold at least one key'))),
  SECRET_KEYS_FILE: optional(filled),
  BACKUP_PASSPHRASE: optional(passphrase),
  PRIVATE_ENDPOINTS: optional(flag),
  OUTBOX_PAGE: optional(flag),
  TRIAL_SOURCE: optional(flag),
  METRICS_PORT: optional(port),
  METRICS_HOST: z._default(host, '127.0.0.1'),
  METRICS_TOKEN: optional(sharedSecret),
  PUSHOVER_URL: z._default(webAddress, 'https://api.pushover.net'),
  CHROMIUM: optional(filled),
  CHROMIUM_SANDBOX: z._default(flag, true),
  RATE_LIMITS: z._default(flag, true),
  SIMULATOR_PORT: optional(port),
  ROLES: z._default(listOf(z.enum(roles)).check(z.minLength(1, 'must name at least one part')), [...roles]),
  TERMS_URL: z._default(link, '/help/terms'),
  PRIVACY_URL: z._default(link, '/help/privacy'),
  DEVICE_SETUP_URL: z._default(link, '/help/devices'),
  FAQ_URL: z._default(link, '/help/faq'),
  CONTACT_URL: z._default(link, '/help/contact'),
  SETUP_GUIDE_URL: z._default(link, '/help/setup'),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'info'),
  CORS_ORIGINS: z._default(listOf(webAddress), []),
  TRUSTED_PROXIES: z._default(listOf(trustedProxy), []),
});
type Env = z.output<typeof Env>;

/** Every variable Tealight reads. */
export const variableNames = [...Object.keys(Env.shape), ...Object.keys(SourceEnv.shape)];

export type Config = ReturnType<typeof decide> & {
  /** Overrides of the sources' defaults: other addresses than the vendors', and names for them. */
  sourceSettings: SourceSettings;
};

/** The environment is invalid. The message names the variables and never a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the whole configuration from the environment. Throws `ConfigError` naming every wrong variable. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const trimmed = Object.entries(environment).map(([name, value = '']) => [name, value.trim()] as const);
  const values = Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
  const [own, ofSources] = [Env.safeParse(values), SourceEnv.safeParse(values)];
  const issues = [...(own.error?.issues ?? []), ...(ofSources.error?.issues ?? [])];
  if (!own.success || !ofSources.success) throw wrong(issues.map(sentence));
  const mistakes = [...contradictions(own.data), ...incompleteSettings(ofSources.data)];
  if (mistakes.length > 0) throw wrong(mistakes);
  return { ...decide(own.data), sourceSettings: sourceSettingsOf(ofSources.data) };
}

const wrong = (mistakes: readonly string[]) =>
  new ConfigError(['Wrong in the environment:', ...new Set(mistakes)].join('\n  '));

function sentence({ code, path: [name, index], message }: z.core.$ZodIssue): string {
  const mistake = code === 'invalid_value' ? 'is none of the words it may be' : message;
  return `${String(name)} ${mistake}${typeof index === 'number' ? ` (item ${index + 1})` : ''}`;
}

/**
 * Whether other people than those at this computer can reach the server: decided once, for everything that is
 * open only to them. A loopback HOST with another PUBLIC_URL is a server behind a proxy.
 */
function isPublic({ HOST, PUBLIC_URL }: Env): boolean {
  return !isLoopbackHost(HOST) || (PUBLIC_URL !== undefined && !isLoopbackHost(new URL(PUBLIC_URL).hostname));
}

function contradictions(env: Env): string[] {
  const open = isPublic(env);
  return [
    ...(open && !env.RATE_LIMITS
      ? ['RATE_LIMITS may be off only while HOST and PUBLIC_URL are loopback addresses']
      : []),
    ...((env.MQTT_TLS_CERT === undefined) !== (env.MQTT_TLS_KEY === undefined)
      ? ['MQTT_TLS_CERT and MQTT_TLS_KEY belong together: set both or none']
      : []),
    ...((env.TLS_CERT === undefined) !== (env.TLS_KEY === undefined)
      ? ['TLS_CERT and TLS_KEY belong together: set both or none']
      : []),
    // Each node would make a key of its own, and no node could decrypt what another has encrypted.
    ...(open && env.DATABASE_URL !== undefined && !env.SECRET_KEYS && !env.SECRET_KEYS_FILE
      ? [
          'SECRET_KEYS or SECRET_KEYS_FILE must be set, with the same keys on all machines, when DATABASE_URL is set and the server is public',
        ]
      : []),
  ];
}

function decide(env: Env) {
  const dataDir = resolve(env.DATA_DIR);
  const isPrivate = !isPublic(env);
  return {
    host: env.HOST,
    /** Whether only people at this computer can reach the server. */
    isPrivate,
    port: env.PORT ?? 3000,
    /** Whether the port was configured: then no other port is tried. */
    portGiven: env.PORT !== undefined,
    publicUrl: env.PUBLIC_URL ?? null,
    /** Certificate and key of the app's port; null: plain HTTP. */
    tls: tlsFilesOf(env.TLS_CERT, env.TLS_KEY),
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    mqtt: {
      url: env.MQTT_URL ?? null,
      // IANA: mqtt and secure-mqtt.
      port: env.MQTT_PORT ?? (env.MQTT_TLS_CERT === undefined ? 1883 : 8883),
      portGiven: env.MQTT_PORT !== undefined,
      tls: tlsFilesOf(env.MQTT_TLS_CERT, env.MQTT_TLS_KEY),
    },
    /** The secret that an external broker sends with its authentication hooks; null: the hooks are off. */
    mqttHooksSecret: env.MQTT_HOOKS_SECRET ?? null,
    mail: { smtpUrl: env.SMTP_URL ?? null, from: env.MAIL_FROM ?? null },
    /** Who gets an email about a problem of Tealight itself; null: nobody. */
    adminEmail: env.ADMIN_EMAIL ?? null,
    /** Whether emails that are stored as files are shown to clients on this computer. */
    outboxPage: env.OUTBOX_PAGE ?? isPrivate,
    secretKeys: env.SECRET_KEYS ?? null,
    /** Read when `secretKeys` is null. */
    secretKeysFile:
      env.SECRET_KEYS_FILE === undefined
        ? { path: join(dataDir, 'secret.key'), isDefault: true }
        : { path: resolve(env.SECRET_KEYS_FILE), isDefault: false },
    /** Encrypts backups; null: they are not encrypted. */
    backupPassphrase: env.BACKUP_PASSPHRASE ?? null,
    privateEndpoints: env.PRIVATE_ENDPOINTS ?? isPrivate,
    metrics: {
      /** A separate listener; null: they are on the app's port, or off. */
      listen: env.METRICS_PORT === undefined ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
      token: env.METRICS_TOKEN ?? null,
      /** Whether the app's port serves them without a token. */
      open: isPrivate && env.METRICS_TOKEN === undefined,
    },
    /** The API of Pushover, on which alarms may be sent. */
    pushoverUrl: env.PUSHOVER_URL,
    chromium: env.CHROMIUM ?? null,
    chromiumSandbox: env.CHROMIUM_SANDBOX,
    limits: env.RATE_LIMITS,
    simulatorPort: env.SIMULATOR_PORT ?? null,
    /** Whether `npm start` runs a simulated site beside the server. */
    trialSource: env.TRIAL_SOURCE ?? (isPrivate && env.DATABASE_URL === undefined),
    /** The one address that wearers may connect where private ones are off: the simulated site that was asked for. */
    trialSite:
      env.TRIAL_SOURCE === true && env.SIMULATOR_PORT !== undefined
        ? `127.0.0.1:${env.SIMULATOR_PORT}`
        : null,
    roles: new Set<Role>(env.ROLES),
    links: {
      terms: env.TERMS_URL,
      privacy: env.PRIVACY_URL,
      deviceSetup: env.DEVICE_SETUP_URL,
      faq: env.FAQ_URL,
      contact: env.CONTACT_URL,
      setupGuide: env.SETUP_GUIDE_URL,
    },
    logLevel: env.LOG_LEVEL,
    corsOrigins: env.CORS_ORIGINS,
    trustedProxies: env.TRUSTED_PROXIES,
  };
}

const tlsFilesOf = (cert: string | undefined, key: string | undefined) =>
  cert === undefined || key === undefined ? null : { cert: resolve(cert), key: resolve(key) };

/** Settings that are valid and probably a mistake: logged once at the start. */
export function warningsOf({ publicUrl, tls, trustedProxies }: Config): { event: string; text: string }[] {
  if (tls !== null || !publicUrl?.startsWith('https:') || trustedProxies.length > 0) return [];
  return [
    {
      event: 'https-without-trusted-proxies',
      text: 'PUBLIC_URL is https, so a proxy is in front. Name it in TRUSTED_PROXIES, or all clients count as one',
    },
  ];
}
