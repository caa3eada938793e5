// Checks an installation from its environment and from outside: `npm run doctor`, or `node server/src/doctor/main.ts`.
//   --json        the findings as JSON, for programs
//   --mail [TO]   also sends an email, to this address or to ADMIN_EMAIL
// Exit code 0: no problem was found; 1: a problem was found; 2: these options are unknown.
import { parseArgs } from 'node:util';
import type { Config } from '../config/config.ts';
import { endProcess } from '../process/end-process.ts';
import type { Finding } from './finding.ts';
import { runChecks } from './run-checks.ts';

/** How long what is left may take, such as the closing of a file: until then it would end by a signal, and not with its exit code. Own choice. */
const LEFT_WITHIN_MS = 500;
const usage = 'Usage: node server/src/doctor/main.ts [--json] [--mail [ADDRESS]]\n';

function optionsOf(args: readonly string[]): { json: boolean; mail: boolean; to: string | null } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { json: { type: 'boolean' }, mail: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [to = null, ...more] = positionals;
    if (more.length > 0 || (to !== null && values.mail !== true)) return null;
    return { json: values.json === true, mail: values.mail === true, to };
  } catch {
    return null;
  }
}

/** One line for each finding; the remedy of a problem is in it. */
function lineOf({ level, check, text, remedy }: Finding): string {
  const sentence = /[.!?]$/.test(text) ? text : `${text}.`;
  return `${level.padEnd(8)} ${check.padEnd(13)} ${sentence}${remedy === undefined ? '' : ` ${remedy}`}\n`;
}

const options = optionsOf(process.argv.slice(2));
if (options === null) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  const mailTo = ({ adminEmail }: Config) => (options.mail ? (options.to ?? adminEmail) : null);
  const findings = await runChecks(process.env, (config) => ({ mailTo: mailTo(config) }));
  const isWell = findings.every(({ level }) => level !== 'problem');
  const text = options.json
    ? `${JSON.stringify({ ok: isWell, findings }, null, 2)}\n`
    : findings.map(lineOf).join('');
  process.exitCode = isWell ? 0 : 1;
  // Idle connections of a driver must not keep the doctor from ending.
  process.stdout.write(text, () => setTimeout(endProcess, LEFT_WITHIN_MS).unref());
}
