import { expect, test } from 'vitest';
import { openIncident } from './incident.ts';
import { StoreUnavailable } from './store-unavailable.ts';

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
