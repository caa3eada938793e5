// Carries out deploy/docker/Dockerfile without a container engine, into a folder:
//   node deploy/docker/assemble.ts FOLDER [--web CHECKOUT]
// FOLDER becomes the root file system of the image, on a stand-in for the base image. `--web` takes the built web app
// from a checkout that has one, in place of the stage that builds it.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeBaseImage } from './base-image.ts';
import { buildContext } from './build-context.ts';
import { type Instruction, lastOf, parseCopy, parseDockerfile, parseEnv, type Stage } from './dockerfile.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

type Assembly = {
  folder: string;
  /** The root of a checkout with a built web app, which replaces the stage `web`. */
  web?: string;
  /** The path of the Node program that goes into the image and runs npm; by default this one. */
  node?: string;
};

/** The stages of the image. */
export const imageStages = () => parseDockerfile(read('deploy/docker/Dockerfile'));

/** Makes the root file system of the stage `server`. */
export function assemble({ folder, web, node = process.execPath }: Assembly): void {
  const stages = imageStages();
  const work = mkdtempSync(join(tmpdir(), 'tealight-image-'));
  const done = new Map<string, string>();
  const context = buildContext(root);

  const build = (stage: Stage, into: string) => {
    const base = stages.find(({ name }) => name === stage.base);
    if (base === undefined) makeBaseImage(into, node);
    else cpSync(folderOf(base.name), into, { recursive: true, verbatimSymlinks: true });
    // Enough for this Dockerfile, whose stages are based on others with a WORKDIR and nothing else.
    let cwd = lastOf(base === undefined ? [] : [base], 'WORKDIR') ?? '/';
    const env: Record<string, string> = {};
    for (const instruction of stage.instructions) {
      if (instruction.name === 'WORKDIR') {
        cwd = instruction.text;
        mkdirSync(join(into, cwd), { recursive: true });
      } else if (instruction.name === 'ENV')
        Object.assign(env, Object.fromEntries(parseEnv(instruction.text)));
      else carryOut(instruction, join(into, cwd), env);
    }
  };

  const carryOut = ({ name, text }: Instruction, cwd: string, env: Record<string, string>) => {
    if (name === 'RUN') run(text, cwd, env, node);
    if (name !== 'COPY') return;
    const { from, sources, target } = parseCopy(text);
    for (const source of sources) {
      if (from === null) copyContext(context, source, join(cwd, target));
      else
        cpSync(sourceIn(from, source), join(cwd, target), {
          recursive: true,
          verbatimSymlinks: true,
          preserveTimestamps: true,
        });
    }
  };

  const sourceIn = (from: string, source: string) =>
    from === 'web' && web !== undefined ? source.replace(/^\/app/, web) : join(folderOf(from), source);

  const folderOf = (name: string): string => {
    const known = done.get(name);
    if (known !== undefined) return known;
    const stage = stages.find((one) => one.name === name);
    if (stage === undefined) throw new Error(`The Dockerfile has no stage ${name}`);
    const into = join(work, name);
    done.set(name, into);
    build(stage, into);
    return into;
  };

  try {
    const server = stages.find(({ name }) => name === 'server');
    if (server === undefined) throw new Error('The Dockerfile has no stage server');
    build(server, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Runs a command in a shell, with this Node and its npm first. npm needs this machine's settings of proxies and
 * certificate authorities, but not NODE_ENV, which test runners set; it takes packages from its cache where they are there.
 */
function run(command: string, cwd: string, env: Record<string, string>, node: string): void {
  const { NODE_ENV: _, ...inherited } = process.env;
  const PATH = [dirname(node), inherited.PATH].join(delimiter);
  const withNode = { ...inherited, PATH, npm_config_prefer_offline: 'true' };
  execFileSync('sh', ['-ec', command], {
    cwd,
    env: { ...withNode, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** As COPY: a folder's content goes into the target; a file goes into it where the target ends with a slash. */
function copyContext(context: readonly string[], source: string, target: string): void {
  const prefix = source === '.' ? '' : `${source}/`;
  const files = context.filter((file) => file === source || file.startsWith(prefix));
  if (files.length === 0) throw new Error(`COPY ${source}: there is no such file in the build context`);
  for (const file of files) {
    const below =
      file === source
        ? target.endsWith('/')
          ? (file.split('/').at(-1) ?? '')
          : ''
        : file.slice(prefix.length);
    const to = join(target, below);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(root, file), to);
  }
}

if (import.meta.main) {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { web: { type: 'string' } } });
  const [folder] = positionals;
  if (folder === undefined || (existsSync(folder) && statSync(folder).isFile())) {
    console.error('node deploy/docker/assemble.ts FOLDER [--web CHECKOUT]');
    process.exitCode = 2;
  } else assemble({ folder: resolve(folder), ...(values.web !== undefined && { web: resolve(values.web) }) });
}
