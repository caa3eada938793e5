import { readFileSync } from 'node:fs';
import { type Finding, findingsOf } from './finding.ts';

const about = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  engines: { node: string };
};

/** Whether this Node runs Tealight: `engines` of the package says from which on. */
export function checkNode(version: string, needed: string = about.engines.node): Finding {
  const { ok, problem } = findingsOf('node');
  const [major = 0, minor = 0] = numbersIn(version);
  const [neededMajor = 0, neededMinor = 0] = numbersIn(needed);
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return ok(`Node ${version}`);
  return problem(`This is Node ${version}`, `Install Node ${neededMajor}.${neededMinor} or later.`);
}

const numbersIn = (version: string) => (version.match(/\d+/g) ?? []).map(Number);
