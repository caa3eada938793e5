import type { Config } from '../config/config.ts';
import { partRemedies } from '../health/health.ts';
import { addressesOf } from '../process/network-address.ts';
import { codeOf, type Finding, findingsOf } from './finding.ts';
import { ask, jsonIn } from './request.ts';

const { ok, warning, problem } = findingsOf('server');

/** Where the server answers on this machine. */
const localUrlOf = ({ host, port, tls }: Config): string => addressesOf(host, port, tls !== null).localUrl;

/** Whether the server runs on this machine, and whether it is ready. */
export async function checkServer(config: Config): Promise<{ isRunning: boolean; findings: Finding[] }> {
  const url = localUrlOf(config);
  try {
    const { status, body } = await ask(`${url}/health/ready`);
    const answer = jsonIn<{ status?: string; missing?: string[]; warnings?: string[] }>(body);
    if (answer?.missing === undefined) {
      const findings = [
        problem(`Another program answers at ${url} (${status})`, 'Stop it, or set PORT to another port.'),
      ];
      return { isRunning: false, findings };
    }
    const findingOf = (finding: typeof problem) => (part: string) =>
      finding(`The server reports a problem of ${part}`, remedyOf(part));
    const findings = [
      ...answer.missing.map(findingOf(problem)),
      ...(answer.warnings ?? []).map(findingOf(warning)),
    ];
    return {
      isRunning: true,
      findings: findings.length > 0 ? findings : [ok(`The server runs and is ready at ${url}`)],
    };
  } catch (error) {
    const text = `The server does not run at ${url} (${codeOf(error)})`;
    return {
      isRunning: false,
      findings: [warning(text, 'Start it, and run the doctor again: then it checks more.')],
    };
  }
}

const remedyOf = (part: string): string => {
  const remedies: Readonly<Record<string, string>> = partRemedies;
  return remedies[part] === undefined ? 'See docs/operating.md.' : `${remedies[part]}.`;
};
