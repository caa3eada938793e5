import type { Config } from '../config/config.ts';
import { chooseSandbox } from '../remote-browser/sandbox.ts';
import { openSharedBrowser } from '../remote-browser/shared-browser.ts';
import { codeOf, type Finding, findingsOf } from './finding.ts';

const { ok, warning, problem } = findingsOf('browser');
const WITHOUT = 'or leave browser out of ROLES: then Medtronic cannot be connected here.';

/** Starts Chromium once, in its sandbox, where this machine has the role `browser`. */
export async function checkBrowser({ roles, chromium, chromiumSandbox }: Config): Promise<Finding[]> {
  if (!roles.has('browser')) return [];
  const sandbox = chooseSandbox(chromiumSandbox);
  if (sandbox.kind === 'none')
    return [
      warning('Chromium has no sandbox here, so Medtronic is not offered', `${sandbox.reason}, ${WITHOUT}`),
    ];
  const events: string[] = [];
  const note = (entry: object) => void events.push((entry as { event: string }).event);
  const log = { debug: note, info: note, warn: note, error: note } as never;
  const browser = openSharedBrowser({ chromium, sandbox, hosts: [], log });
  try {
    await (await browser.openContext({})).close();
    if (sandbox.kind === 'off')
      return [
        warning(
          'Chromium starts, and without its sandbox',
          'Set CHROMIUM_SANDBOX=on if this machine allows it.',
        ),
      ];
    return [ok('Chromium starts in its sandbox')];
  } catch (error) {
    if (events.includes('no-chromium') && chromium !== null)
      return [problem('There is no Chromium at the path in CHROMIUM', `Correct CHROMIUM, ${WITHOUT}`)];
    if (events.includes('no-chromium'))
      return [
        warning('There is no Chromium, so Medtronic cannot be connected', `Install Chromium, ${WITHOUT}`),
      ];
    if (events.includes('browser-not-sandboxed'))
      return [
        warning(
          'Chromium does not start in its sandbox, so Medtronic is not offered',
          `See docs/decisions/005-remote-browser-network-policy.md, ${WITHOUT}`,
        ),
      ];
    return [
      problem(`Chromium does not start (${codeOf(error)})`, `See that it runs as this user, ${WITHOUT}`),
    ];
  } finally {
    await browser[Symbol.asyncDispose]();
  }
}
