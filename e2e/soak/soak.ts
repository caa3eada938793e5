import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { signUp } from '@tealight/contract';
import { newUser } from '../../simulators/fixtures/new-user.ts';
import { send } from '../../simulators/fixtures/wearer.ts';
import { randomFrom } from '../attack/random.ts';
import { type Device, openDevices } from './devices.ts';
import { type Fault, faultsOf } from './faults.ts';
import { type Installation, openInstallation } from './installation.ts';
import { openPages } from './pages.ts';
import { mailViolations, readingViolations } from './results.ts';

export type SoakOptions = {
  wearers: number;
  devices: number;
  pages: number;
  /** Kills in each round of faults. */
  kills: number;
  /** In how many of three ways the sources fail in each round. */
  vendors: number;
  /** Rounds are repeated until so much time has passed; there is always one. */
  forMs: number;
  /** Faults are so much shorter than in full. */
  shorter?: number;
  /** How many times its goal each fault may take, on a machine that does other work too. */
  goalFactor?: number;
  /** The end does not wait for emails of a node that is gone, which another sends after five minutes. */
  mailsMayWait?: boolean;
  seed: number;
  /** Only faults whose name has this in it. */
  only?: string;
  /** A folder for the logs of the nodes. */
  logs?: string;
  /** Called with each line of the report as it comes. */
  report?: (line: string) => void;
};

export type SoakReport = {
  /** How late the last device and page were after each fault. */
  recoveries: { fault: string; rightAfterMs: number; withinMs: number }[];
  violations: string[];
  polls: number;
  mails: number;
};

/** How late the last screens were, and of which kinds. */
type Recovery = { ms: number; last: string };

/** Nothing is right again after this long: the fault is reported, and the next one begins. */
const GIVE_UP_MS = 180_000;
const LOOK_EVERY_MS = 250;
/** What others have taken over is right after this time. */
const TAKEOVER_MS = 30_000;
/** From measurement to screen, while nothing is wrong. */
const USUAL_DELAY_MS = 15_000;
const NEW_USERS_A_FAULT = 3;

/** Runs three nodes with wearers, devices and pages, while one fault follows another, and reports what went wrong. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const {
    wearers,
    devices,
    pages,
    forMs,
    shorter = 1,
    goalFactor = 1,
    mailsMayWait = false,
    seed,
    report = () => {},
  } = options;
  const random = randomFrom(seed);
  await using left = new AsyncDisposableStack();
  const installation = left.use(await openInstallation(wearers));
  left.defer(() => writeLogs(installation, options.logs));
  const { front, people, broker, sensors, mail } = installation;
  const screens = [
    ...openDevices({ url: front.url, broker: broker.url }, people, devices),
    ...openPages(front.url, people, pages),
  ];
  left.defer(() => {
    for (const { close } of screens) close();
  });
  const first = await rightAgain(screens, Date.now());
  report(`${wearers} wearers, ${devices} devices, ${pages} pages: all right after ${seconds(first.ms)}`);
  const begunAt = Date.now();
  const recoveries: SoakReport['recoveries'] = [];
  const violations: string[] = [];
  const newUsers: string[] = [];
  do {
    for (const fault of faultsOf(options, random).filter(({ name }) => name.includes(options.only ?? ''))) {
      newUsers.push(...(await newUsersOf(front.url)));
      const { ms: rightAfterMs, last } = await runFault(installation, fault, { screens, shorter });
      recoveries.push({ fault: fault.name, rightAfterMs, withinMs: fault.withinMs });
      report(
        `${fault.name}: ${fault.from === 'begin' ? 'readings were late by' : 'right again after'} ${seconds(rightAfterMs)} (last: ${last})`,
      );
      if (rightAfterMs > goalFactor * fault.withinMs)
        violations.push(`${fault.name}: ${wrongNow(screens).join(', ')}`);
      if (!(await allCurrent(screens)))
        violations.push(`after ${fault.name}: ${wrongNow(screens).join(', ')}`);
    }
  } while (Date.now() - begunAt < forMs);
  violations.push(
    ...(await readingViolations(installation, begunAt)),
    ...(await mailViolations(installation, newUsers, mailsMayWait)),
  );
  if (sensors.overlaps() > 0) violations.push(`${sensors.overlaps()} polls of one sensor at the same time`);
  for (const violation of violations) report(`violation: ${violation}`);
  return { recoveries, violations, polls: sensors.polls(), mails: mail.taken.length };
}

/**
 * The latest that anything was: after a fault whose work others take over, how long a screen lacked a reading; else how
 * long after its end the last screen showed what was measured until then.
 */
async function runFault(
  installation: Installation,
  { forMs, begin, end, from }: Fault,
  { screens, shorter }: { screens: readonly Device[]; shorter: number },
): Promise<Recovery> {
  const delay = from === 'begin' ? watchDelay(screens) : null;
  await begin(installation);
  await pause(forMs / shorter);
  await end(installation);
  const recovery = await rightAgain(screens, Date.now());
  return delay === null ? recovery : { ...recovery, ms: Math.max(recovery.ms, await delay.end()) };
}

/** Waits until every screen shows what was measured until `since`, and returns how long that took from then. */
async function rightAgain(screens: readonly Device[], since: number): Promise<Recovery> {
  let last = '';
  for (;;) {
    const behind = screens.filter((screen) => delayOf(screen, since) > 0);
    if (behind.length === 0) return { ms: Date.now() - since, last };
    last = [...new Set(behind.map(({ kind }) => kind))].join(', ');
    if (Date.now() - since > GIVE_UP_MS) return { ms: Number.POSITIVE_INFINITY, last };
    await pause(LOOK_EVERY_MS);
  }
}

/**
 * Waits until no screen is later than usual, so that the next fault is not blamed for what the last one left: what was
 * measured after a source's return may take a minute more. Returns whether that came.
 */
async function allCurrent(screens: readonly Device[]): Promise<boolean> {
  const since = Date.now();
  while (screens.some((screen) => delayOf(screen, Date.now()) > USUAL_DELAY_MS)) {
    if (Date.now() - since > GIVE_UP_MS) return false;
    await pause(LOOK_EVERY_MS);
  }
  return true;
}

/** Looks again and again for how long ago the oldest reading was measured that a screen lacks. */
function watchDelay(screens: readonly Device[]) {
  let most = 0;
  const look = () => {
    const now = Date.now();
    for (const screen of screens) most = Math.max(most, delayOf(screen, now));
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    async end(): Promise<number> {
      // A reading that was measured while the fault lasted may still be missing.
      await pause(TAKEOVER_MS);
      clearInterval(timer);
      return most;
    },
  };
}

/** Sensors measure every minute; two minutes hold a reading whatever their jitter. */
const MEASURED_WITHIN_MS = 120_000;

/** How long ago, at `now`, the first reading was measured that the screen should show and does not; 0 for none. */
function delayOf({ person, shows }: Device, now: number): number {
  const shown = shows() ?? 0;
  const lacking = person.sensor.measured(Math.max(shown, now - MEASURED_WITHIN_MS), now).at(0);
  return lacking === undefined ? 0 : now - lacking;
}

/** How many screens of each kind are still behind. */
function wrongNow(screens: readonly Device[]): string[] {
  const behind = screens.filter((screen) => delayOf(screen, Date.now()) > USUAL_DELAY_MS);
  const byKind = Map.groupBy(behind, ({ kind }) => kind);
  return ['too late', ...[...byKind].map(([kind, some]) => `${some.length} × ${kind} behind`)];
}

async function writeLogs({ nodes }: Installation, folder?: string): Promise<void> {
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  for (const [index, { said }] of nodes.entries()) await writeFile(join(folder, `node-${index}.log`), said());
}

/** People who sign up, and so get an email each. Returns their addresses. */
const newUsersOf = (url: string): Promise<string[]> =>
  Promise.all(
    Array.from({ length: NEW_USERS_A_FAULT }, async () => {
      const { firstName, lastName, email, password } = newUser();
      const names = { firstname: firstName, lastname: lastName, location: 'US', phoneNumber: null };
      await send(url + signUp.path, { ...names, email, password });
      return email;
    }),
  );

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
