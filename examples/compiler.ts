import { execFileSync } from 'node:child_process';

/** The name of this machine's C++ compiler; null without one, which is reported on stderr. */
export const cpp = compiler();
if (cpp === null)
  process.stderr.write('The ESP32 and ESPHome lamps are not compiled: there is no C++ compiler.\n');

function compiler(): string | null {
  for (const name of ['c++', 'g++', 'clang++']) {
    try {
      execFileSync(name, ['--version'], { stdio: 'ignore' });
      return name;
    } catch {}
  }
  return null;
}

/** The compiler's messages about a program, with headers from these folders; empty: none. */
export function compilerErrors(program: string, folders: readonly string[] = []): string {
  const includes = folders.map((folder) => `-I${folder}`);
  const options = ['-std=gnu++20', '-Wall', '-Wextra', '-fsyntax-only', ...includes, '-x', 'c++', '-'];
  try {
    // Warnings count, too.
    execFileSync(cpp ?? '', [...options, '-Werror'], { input: program, stdio: ['pipe', 'ignore', 'pipe'] });
    return '';
  } catch (error) {
    return String((error as { stderr?: Buffer }).stderr ?? error);
  }
}
