export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/**
 * Calls `stop` at a signal that asks the process to end. A second SIGINT or SIGTERM ends it at once. SIGHUP may come
 * several times when a terminal is closed, from the shell and from the system, and nothing can be written to it then.
 */
export function onStopSignal(stop: (signal: StopSignal) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(signal));
  process.on('SIGHUP', () => stop('SIGHUP'));
  for (const output of [process.stdout, process.stderr])
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EIO') throw error;
    });
}
