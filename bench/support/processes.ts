import { readdirSync, readFileSync } from 'node:fs';

/** The ids of a process and all of its descendants (Linux). */
export function familyOf(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(fieldsOf(Number(name))[1])] as const),
  );
  const family = [pid];
  for (const one of family) {
    for (const [child, parent] of parents) if (parent === one) family.push(child);
  }
  return family;
}

/** Memory of processes in megabytes; shared memory counts once. */
export function memoryOfAll(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) =>
    Number(read(`/proc/${pid}/smaps_rollup`).match(/^Pss:\s+(\d+)/m)?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1000;
}

/** CPU time that processes have used so far, in milliseconds. */
export function cpuOfAll(pids: readonly number[]): number {
  const ticks = pids.map((pid) => Number(fieldsOf(pid)[11] ?? 0) + Number(fieldsOf(pid)[12] ?? 0));
  return ticks.reduce((sum, one) => sum + one, 0) * 10;
}

/** The fields of `/proc/<id>/stat` after the name of the process. */
const fieldsOf = (pid: number): string[] => {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

/** A process may end while it is read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
