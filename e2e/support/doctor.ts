import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Finding = { check: string; level: 'ok' | 'warning' | 'problem'; text: string; remedy?: string };
export type Diagnosis = {
  exitCode: number | null;
  output: string;
  findings: Finding[];
  /** The findings of this level, as `check: text remedy`. */
  of(level: Finding['level']): string[];
};

/** Its options, the folder with the code, and the Node program. */
type Program = { args: string[]; folder: string; node: string };

/** Runs the doctor in its own process, with this environment; of the test's own it gets only what programs need to start. */
export async function doctor(
  environment: Record<string, string>,
  { args = ['--json'], folder = root, node = process.execPath }: Partial<Program> = {},
): Promise<Diagnosis> {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOME: process.env.HOME,
    CHROMIUM: process.env.CHROMIUM,
    ...environment,
  };
  const child = spawn(node, ['server/src/doctor/main.ts', ...args], { cwd: folder, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  const { findings } = args.includes('--json')
    ? (JSON.parse(output) as { findings: Finding[] })
    : { findings: [] };
  const of = (level: Finding['level']) =>
    findings
      .filter((one) => one.level === level)
      .map(({ check, text, remedy = '' }) => `${check}: ${text} ${remedy}`.trim());
  return { exitCode, output, findings, of };
}
