/** Requests to the system that hold a thread of Node's pool until they are answered: files and names of hosts. */
const holdsThread = /^(FSReq|FileHandle|GetAddrInfo|GetNameInfo)/;

/**
 * Ends the process. `process.exit` waits, without a limit, for a thread that waits for a disk or a name server; then the
 * process ends by a signal instead: SIGTERM, an end that was asked for, or SIGKILL after an error, which service managers
 * count as a crash.
 */
export function endProcess(): void {
  if (process.getActiveResourcesInfo().some((kind) => holdsThread.test(kind))) {
    const signal = process.exitCode ? 'SIGKILL' : 'SIGTERM';
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  }
  // Also reached by process 1 of a container, which no signal of its own ends.
  process.exit();
}
