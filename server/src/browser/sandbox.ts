import { accessSync, constants, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** How Chromium is started. `launcher`: a program that starts it as a user of its own; null as this process's user. */
export type Sandbox =
  | { kind: 'on'; launcher: string | null }
  | { kind: 'off' }
  | { kind: 'none'; why: string };

const launcher = fileURLToPath(new URL('./as-own-user.sh', import.meta.url));
const NO_SANDBOX = 'Install setpriv (util-linux), or start Tealight as another user than root';
const NO_NAMESPACES = 'Allow unprivileged user namespaces (sysctl user.max_user_namespaces)';

/** What the system says; handed in by tests. */
export type System = {
  platform: NodeJS.Platform;
  uid: number | undefined;
  read: (file: string) => string | null;
  runs: (file: string) => boolean;
};

/**
 * Whether Chromium's sandbox can work here, decided without starting anything; the first start shows whether it
 * does. The sandbox refuses to work for root: there Chromium gets a user that nothing else has.
 */
export function sandboxHere(isOn: boolean, system: System = thisSystem): Sandbox {
  if (!isOn) return { kind: 'off' };
  const { platform, uid, read, runs } = system;
  if (platform !== 'linux') return { kind: 'on', launcher: null };
  const forbidden = ['/proc/sys/user/max_user_namespaces', '/proc/sys/kernel/unprivileged_userns_clone'];
  if (forbidden.some((file) => read(file)?.trim() === '0')) return { kind: 'none', why: NO_NAMESPACES };
  if (uid !== 0) return { kind: 'on', launcher: null };
  const canSwitch = ['/usr/bin/setpriv', '/bin/setpriv'].some(runs);
  return canSwitch ? { kind: 'on', launcher } : { kind: 'none', why: NO_SANDBOX };
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
  runs(file) {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  },
};
