import { expect, test } from 'vitest';
import { openIncident, shareIncident } from './incident.ts';
import { StoreUnavailable } from './store-errors.ts';

function logged() {
  const lines: object[] = [];
  const write = (line: object) => void lines.push(line);
  return { lines, log: { info: write, warn: write, error: write } };
}

test('[OPS-3] an incident is one line at its start and one at its end, however often it is tried', () => {
  const { lines, log } = logged();
  const incident = openIncident(log, 'cleanup-failed');
  const err = new Error('a bug');
  incident.worked();
  for (let times = 0; times < 3; times += 1) incident.failed(err);
  for (let times = 0; times < 3; times += 1) incident.worked();
  incident.failed(err);
  expect(lines).toEqual([
    { event: 'cleanup-failed', err },
    { event: 'recovered', from: 'cleanup-failed' },
    { event: 'cleanup-failed', err },
  ]);
});

test('[OPS-3] a database that does not work is the incident of the health checks, here it neither begins nor ends', () => {
  const { lines, log } = logged();
  const incident = openIncident(log, 'cleanup-failed');
  incident.failed(new StoreUnavailable('unreachable', new Error('ECONNREFUSED')));
  incident.worked();
  expect(lines).toEqual([]);
});

/** An incident of many on a clock of its own. */
function shared() {
  const { lines, log } = logged();
  const clock = { at: 1_800_000_000_000 };
  return { lines, clock, incident: shareIncident(openIncident(log, 'poll-not-stored'), () => clock.at) };
}
const err = new Error('a bug');
const begun = { event: 'poll-not-stored', err };
const ended = { event: 'recovered', from: 'poll-not-stored' };

test('[OPS-3] an incident of many does not end because it works for others', () => {
  const { lines, incident } = shared();
  for (let times = 0; times < 3; times += 1) {
    incident.failed(1, err);
    incident.failed(2, err);
    incident.worked(3);
  }
  incident.worked(1);
  expect(lines).toEqual([begun]);
  incident.worked(2);
  expect(lines).toEqual([begun, ended]);
});

test('[OPS-3] an incident of many ends when none has failed for ten minutes: the last may be gone', () => {
  const { lines, clock, incident } = shared();
  incident.failed(1, err);
  clock.at += 9 * 60_000;
  incident.failed(2, err);
  incident.failed(1, err);
  clock.at += 9 * 60_000;
  incident.worked(3);
  expect(lines).toEqual([begun]);
  clock.at += 60_000;
  incident.forget();
  expect(lines).toEqual([begun, ended]);
});

test('[OPS-3] an incident of many ends also after the clock was set back', () => {
  const { lines, clock, incident } = shared();
  incident.failed(1, err);
  clock.at -= 60 * 60_000;
  incident.forget();
  expect(lines).toEqual([begun, ended]);
});

test('[OPS-3] of many, too, a database that does not work is the incident of the health checks', () => {
  const { lines, incident } = shared();
  incident.failed(1, new StoreUnavailable('unreachable'));
  incident.worked(1);
  expect(lines).toEqual([]);
});
