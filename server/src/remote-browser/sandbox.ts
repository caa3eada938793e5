import { accessSync, constants, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** How Chromium is started. `launcher`: a program that starts it as a separate user; null: as the user of this process. */
export type Sandbox =
  | { kind: 'on'; launcher: string | null }
  | { kind: 'off' }
  | { kind: 'none'; reason: string };

const launcher = fileURLToPath(new URL('./as-own-user.sh', import.meta.url));
const NO_SETPRIV = 'Install setpriv (util-linux), or start Tealight as another user than root';
const NO_NAMESPACES = 'Allow unprivileged user namespaces (sysctl user.max_user_namespaces)';

/** The properties of the system that matter; tests pass their own. */
export type System = {
  platform: NodeJS.Platform;
  uid: number | undefined;
  read: (file: string) => string | null;
  isExecutable: (file: string) => boolean;
};

/**
 * Whether Chromium's sandbox should work on this system, without starting it; the first start shows whether it does. The
 * sandbox does not work for root: for a server that runs as root, Chromium runs as a separate user.
 */
export function chooseSandbox(isEnabled: boolean, system: System = thisSystem): Sandbox {
  if (!isEnabled) return { kind: 'off' };
  const { platform, uid, read, isExecutable } = system;
  if (platform !== 'linux') return { kind: 'on', launcher: null };
  const forbidden = ['/proc/sys/user/max_user_namespaces', '/proc/sys/kernel/unprivileged_userns_clone'];
  if (forbidden.some((file) => read(file)?.trim() === '0')) return { kind: 'none', reason: NO_NAMESPACES };
  if (uid !== 0) return { kind: 'on', launcher: null };
  const canSwitch = ['/usr/bin/setpriv', '/bin/setpriv'].some(isExecutable);
  return canSwitch ? { kind: 'on', launcher } : { kind: 'none', reason: NO_SETPRIV };
}

const thisSystem: System = {
  platform: process.platform,
  uid: process.getuid?.(),
  read(file) {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return null;
    }
  },
  isExecutable(file) {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  },
};

type SandboxLog = { warn(entry: { event: string; text?: string }): void };

/** Logs once, at the start, that the browser has no sandbox, so that the operator decides about it. */
export function logSandbox(sandbox: Sandbox, log: SandboxLog): void {
  if (sandbox.kind === 'off') log.warn({ event: 'browser-without-sandbox' });
  if (sandbox.kind !== 'none') return;
  const text = `Medtronic is not offered: Chromium has no sandbox here. ${sandbox.reason}, or set CHROMIUM_SANDBOX=off`;
  log.warn({ event: 'browser-not-offered', text });
}
