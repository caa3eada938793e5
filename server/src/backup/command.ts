import { constants } from 'node:os';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { onStopSignal } from '../process/stop-signals.ts';
import { StartError } from '../shared/start-error.ts';
import { UnusableBackup } from './problems.ts';

/** What a command gets: its options and words, the configuration, and a signal that ends it early. */
export type Given = {
  options: Record<string, string | boolean | undefined>;
  words: readonly string[];
  config: Config;
  signal: AbortSignal;
};

/** The exit codes beside 0; a signal adds 128 to its number, as in a shell. docs/backup.md names them. */
const exitCodes = { unexpected: 1, operator: 2, unusable: 3 } as const;

/**
 * Runs a command of the operator: `run` returns what is written to the output. Errors that the operator can fix are one
 * sentence. A signal to stop ends it after what it has begun is removed.
 */
export async function runCommand(
  { usage, options }: { usage: string; options: ParseArgsOptionsConfig },
  run: (given: Given) => Promise<string>,
): Promise<void> {
  process.umask(0o077);
  const stop = new AbortController();
  onStopSignal((signal) => {
    process.exitCode = 128 + constants.signals[signal];
    stop.abort();
  });
  try {
    const parsed = parsedArguments(options, usage);
    const output = await run({ ...parsed, config: readConfig(process.env), signal: stop.signal });
    process.stdout.write(output);
    // A signal that came too late has stopped nothing.
    process.exitCode = 0;
  } catch (error) {
    if (stop.signal.aborted) return void process.stderr.write('Stopped. Nothing was changed.\n');
    process.exitCode = report(error);
  }
}

function parsedArguments(options: ParseArgsOptionsConfig, usage: string): Pick<Given, 'options' | 'words'> {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    return { options: values as Given['options'], words: positionals };
  } catch (error) {
    // Never the argument itself, which may be an address with a password.
    const { code = '' } = error as { code?: string };
    const what =
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
        ? 'There is an unknown option'
        : 'An option has no value, or one that it does not take';
    throw new StartError(`${what}. ${usage}`);
  }
}

function report(error: unknown): number {
  const isOperators = error instanceof StartError || error instanceof ConfigError;
  const isKnown = isOperators || error instanceof UnusableBackup;
  const text = isKnown ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}${isKnown && !text?.endsWith('.') ? '.' : ''}\n`);
  if (isOperators) return exitCodes.operator;
  return error instanceof UnusableBackup ? exitCodes.unusable : exitCodes.unexpected;
}
