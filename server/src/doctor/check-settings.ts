import { type Config, ConfigError, readConfig, warningsOf } from '../config/config.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, warning, problem } = findingsOf('settings');

/** Reads the settings as the server does. `config` is null when they are wrong. */
export function checkSettings(environment: NodeJS.ProcessEnv): {
  config: Config | null;
  findings: Finding[];
} {
  try {
    const config = readConfig(environment);
    return { config, findings: [ok('All variables are valid'), ...oddities(config)] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [, ...lines] = error.message.split('\n');
    const findings = lines.map((line) =>
      problem(line.trim(), 'Correct it in the environment; .env.example explains each variable.'),
    );
    return { config: null, findings };
  }
}

function oddities(config: Config): Finding[] {
  const isOpen = !config.isPrivate;
  return [
    ...warningsOf(config).map(({ text }) => warning(text, 'Set TRUSTED_PROXIES.')),
    ...(isOpen && config.publicUrl === null
      ? [
          warning(
            'Others can reach the server, and PUBLIC_URL is not set',
            'Set PUBLIC_URL to the address that people open: it is in all emails.',
          ),
        ]
      : []),
    ...(isOpen && config.publicUrl?.startsWith('http:')
      ? [
          warning(
            'PUBLIC_URL is http: passwords and readings can be read on their way',
            'Set up TLS: docs/self-hosting.md#tls.',
          ),
        ]
      : []),
    ...(isOpen && config.mail.smtpUrl === null
      ? [
          warning(
            'SMTP_URL is not set: emails are files in DATA_DIR and reach nobody',
            'Set SMTP_URL and MAIL_FROM.',
          ),
        ]
      : []),
  ];
}
