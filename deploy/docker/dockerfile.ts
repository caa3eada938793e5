/** A line of a Dockerfile: `RUN`, and what follows it on one line. */
export type Instruction = { name: string; text: string };

/** What stands between two `FROM`. `base`: an image, or the name of an earlier stage. */
export type Stage = { name: string; base: string; instructions: Instruction[] };

/** `--from=web a b c`, as JSON or as words. */
export type Copy = { from: string | null; sources: string[]; target: string };

/** Reads the stages of a Dockerfile. Stages without a name get their number. */
export function parseDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^\s*([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`No instruction of a Dockerfile: ${line}`);
    if (name === 'FROM') {
      const [, base = '', stage = String(stages.length)] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(rest) ?? [];
      stages.push({ name: stage, base, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, text: rest });
  }
  return stages;
}

export function parseCopy(text: string): Copy {
  const [, from = null, rest = text] = /^--from=(\S+)\s+(.*)$/.exec(text) ?? [];
  const words = rest.split(/\s+/);
  if (words.some((word) => word.startsWith('--') || word.startsWith('['))) {
    throw new Error(`This form of COPY is not supported: ${text}`);
  }
  return { from, sources: words.slice(0, -1), target: words.at(-1) ?? '' };
}

/** `A=1 B=2` as pairs; values have no blanks. */
export const parseEnv = (text: string): [string, string][] =>
  text.split(/\s+/).map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), pair.slice(at + 1)];
  });

/** The stage of this name with those that it is based on, the first first. */
export function chainOf(stages: readonly Stage[], name: string): Stage[] {
  const stage = stages.findLast((one) => one.name === name);
  return stage === undefined ? [] : [...chainOf(stages, stage.base), stage];
}

/** The last instruction of this name in a stage or those that it is based on. */
export const lastOf = (chain: readonly Stage[], name: string): string | undefined =>
  chain.flatMap(({ instructions }) => instructions).findLast((one) => one.name === name)?.text;

/** Settings with which a container of a stage runs. */
export type ImageSettings = {
  command: string[];
  environment: Record<string, string>;
  folder: string;
  user: number;
  group: number;
  healthCheck: string[];
  stopSignal: string;
};

export function settingsOf(stages: readonly Stage[], name: string): ImageSettings {
  const chain = chainOf(stages, name);
  const all = chain.flatMap(({ instructions }) => instructions);
  const env = all.filter((one) => one.name === 'ENV').flatMap(({ text }) => parseEnv(text));
  const [user = 0, group = 0] = (lastOf(chain, 'USER') ?? '').split(':').map(Number);
  const health = /CMD (\[.*\])$/.exec(lastOf(chain, 'HEALTHCHECK') ?? '')?.[1] ?? '[]';
  return {
    command: JSON.parse(lastOf(chain, 'CMD') ?? '[]') as string[],
    environment: Object.fromEntries(env),
    folder: lastOf(chain, 'WORKDIR') ?? '/',
    user,
    group,
    healthCheck: JSON.parse(health) as string[],
    stopSignal: lastOf(chain, 'STOPSIGNAL') ?? 'SIGTERM',
  };
}
