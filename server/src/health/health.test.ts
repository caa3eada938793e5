import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../shared/store-errors.ts';
import { MINUTE, SECOND } from '../shared/time-units.ts';
import { type Check, openHealthChecks } from './checks.ts';
import { type HealthPart, healthParts, openHealth } from './health.ts';
import { openOperatorMails } from './operator-mails.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const now = () => Date.now();

/** The error of a part whose check never ends. */
const hangs = Symbol('hangs');

/** Dependencies that are healthy until the test sets an error, and what is reported about them. */
function world() {
  const wrong: Partial<Record<HealthPart, unknown>> = {};
  const looks: Record<HealthPart, number> = {
    store: 0,
    disk: 0,
    poller: 0,
    alarms: 0,
    key: 0,
    clock: 0,
    push: 0,
  };
  const said: string[] = [];
  const say = ({ event, part }: { event: string; part?: string }) => void said.push(`${event} ${part ?? ''}`);
  const log = { info: say, error: say, warn: say as (line: object) => void };
  const health = openHealth({ log, now });
  const check =
    (part: HealthPart): Check =>
    async () => {
      looks[part] += 1;
      if (wrong[part] === hangs) await new Promise(() => {});
      if (wrong[part] !== undefined) throw wrong[part];
    };
  const checks = Object.fromEntries(healthParts.map((part) => [part, check(part)]));
  const watched = openHealthChecks({ health, checks: checks as Record<HealthPart, Check>, now });
  const missing = () => health.problems().map(({ part }) => part);
  return { wrong, looks, said, log, health, watched, missing };
}

test('[OPS-3] a problem is logged once when it starts, and once when it is over', async () => {
  const { wrong, said, watched, missing } = world();
  wrong.store = new StoreUnavailable('unreachable');
  for (let times = 0; times < 100; times += 1) watched.storeFailed(new StoreUnavailable('unreachable'));
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(missing()).toEqual(['store']);
  delete wrong.store;
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  expect(missing()).toEqual([]);
  expect(said).toEqual(['problem store', 'problem-over store']);
});

test('[OPS-3] a single slow query is not a problem of the store', async () => {
  const { said, watched } = world();
  watched.storeFailed(new StoreUnavailable('slow'));
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(said).toEqual([]);
});

test('[OPS-3] a full disk is a problem even while a small write still succeeds', async () => {
  const { said, watched, missing } = world();
  for (let times = 0; times < 10; times += 1) {
    watched.storeFailed(new StoreUnavailable('disk-full'));
    await vi.advanceTimersByTimeAsync(4 * SECOND);
    expect(missing()).toEqual(['disk']);
  }
  await vi.advanceTimersByTimeAsync(20 * SECOND);
  expect(said).toEqual(['problem disk', 'problem-over disk']);
});

test('[OPS-3] a full disk is no problem any more when the clock, which was ahead, is set back', async () => {
  const { watched, missing } = world();
  const right = Date.now();
  vi.setSystemTime(right + 60 * MINUTE);
  watched.storeFailed(new StoreUnavailable('disk-full'));
  await watched.fresh(SECOND);
  expect(missing()).toEqual(['disk']);
  vi.setSystemTime(right);
  await watched.fresh(SECOND);
  expect(missing()).toEqual([]);
});

test('[OPS-3] the parts are checked at most once in three seconds, however often clients ask', async () => {
  const { looks, watched } = world();
  for (let ms = 0; ms < 9 * SECOND; ms += 10) {
    await watched.fresh(SECOND);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(looks.store).toBe(3);
});

test('[OPS-3] a part that does not respond is named, after a limited wait', async () => {
  const { wrong, watched } = world();
  wrong.store = hangs;
  const found = watched.fresh(2 * SECOND);
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  expect(await found).toEqual(['store']);
});

test('[OPS-3] a disk may take longer, but is a problem when it has not responded within ten seconds, and is not asked again meanwhile', async () => {
  const { wrong, watched, said, missing, looks } = world();
  wrong.disk = hangs;
  const found = watched.fresh(2 * SECOND);
  await vi.advanceTimersByTimeAsync(9 * SECOND);
  expect(await found).toEqual([]);
  expect(missing()).toEqual([]);
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  expect(missing()).toEqual(['disk']);
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect([missing(), said, looks.disk]).toEqual([['disk'], ['problem disk'], 1]);
});

type IsTaken = (subject: string) => boolean | Promise<boolean>;

function mailing({ health, log }: ReturnType<typeof world>, isTaken: IsTaken = () => true) {
  const mails: string[] = [];
  openOperatorMails({
    health,
    log,
    now,
    recipient: 'operator@example.org',
    problemMail: (problems) => ({ subject: problems.map(({ part }) => part).join(), text: '', html: '' }),
    overMail: () => ({ subject: 'over', text: '', html: '' }),
    async deliver({ subject, recipient }) {
      if (!(await isTaken(subject))) throw new Error('The mail server is unreachable');
      mails.push(`${recipient} ${subject}`);
    },
  });
  return mails;
}

test('[OPS-3] the operator gets one email for a problem that lasts a minute, and one when it is over', async () => {
  const parts = world();
  const mails = mailing(parts);
  parts.wrong.store = new StoreUnavailable('unreachable');
  parts.watched.storeFailed(new StoreUnavailable('unreachable'));
  await vi.advanceTimersByTimeAsync(50 * SECOND);
  expect(mails).toEqual([]);
  await vi.advanceTimersByTimeAsync(30 * MINUTE);
  expect(mails).toEqual(['operator@example.org store']);
  delete parts.wrong.store;
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(mails).toEqual(['operator@example.org store', 'operator@example.org over']);
});

test('[OPS-3] problems that follow each other within a minute are one: the recovery email is sent after a minute without problems', async () => {
  const parts = world();
  const mails = mailing(parts);
  for (const part of ['disk', 'poller'] as const) {
    parts.wrong[part] = new Error('wrong');
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    delete parts.wrong[part];
    await vi.advanceTimersByTimeAsync(20 * SECOND);
    expect(parts.missing()).toEqual([]);
  }
  expect(mails).toEqual(['operator@example.org disk']);
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(mails).toEqual(['operator@example.org disk', 'operator@example.org over']);
});

test('[OPS-3] a problem of less than a minute sends no email', async () => {
  const parts = world();
  const mails = mailing(parts);
  parts.health.report('disk', false);
  await vi.advanceTimersByTimeAsync(40 * SECOND);
  parts.health.report('disk', true);
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(mails).toEqual([]);
});

test('[OPS-3] a problem that begins while the recovery email is being sent is emailed, too', async () => {
  const parts = world();
  const taken = Promise.withResolvers<void>();
  const mails = mailing(parts, async (subject) => {
    if (subject === 'over') await taken.promise;
    return true;
  });
  parts.wrong.disk = new Error('full');
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  delete parts.wrong.disk;
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(mails).toEqual(['operator@example.org disk']);
  parts.wrong.poller = new Error('stopped');
  await vi.advanceTimersByTimeAsync(30 * SECOND);
  taken.resolve();
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(mails.slice(1)).toEqual(['operator@example.org over', 'operator@example.org poller']);
});

test('[OPS-3] an email that the mail server does not accept is tried again', async () => {
  const parts = world();
  let isTaken = false;
  const mails = mailing(parts, () => isTaken);
  parts.wrong.disk = new Error('full');
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(mails).toEqual([]);
  isTaken = true;
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(mails).toEqual(['operator@example.org disk']);
  expect(parts.said.filter((line) => line.startsWith('operator-mail-not-sent'))).toHaveLength(1);
});
