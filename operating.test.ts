import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { healthParts } from './server/src/health/health.ts';
import { inside, read as readSource } from './source-files.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const page = read('docs/operating.md');
const alertsFile = read('deploy/prometheus/alerts.yaml');
const dashboardFile = read('deploy/grafana/tealight.json');

/** The first cells, which are names in backticks, of the table below a heading. */
function tableBelow(heading: string): string[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name),
  );
}

const metricNames = [...page.matchAll(/`((?:tealight|nodejs|process)_[a-z\d_]+)`/g)].map(
  ([, name = '']) => name,
);
/** The names of metrics in an expression, without the endings of a histogram's series. */
const metricsIn = (text: string) =>
  [...text.matchAll(/\b(?:tealight|nodejs|process)_[a-z\d_]+/g)].map(([name]) =>
    metricNames.includes(name) ? name : name.replace(/_(?:bucket|count|sum)$/, ''),
  );

const alerts = alertsFile
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({ name: text.split('\n')[0] ?? '', text }));
const alertNames = alerts.map(({ name }) => name);

describe('the alerts', () => {
  test('[OPS-3] have a section each in the page about operating, and there is no other section', () => {
    const sections = [...page.matchAll(/^### (Tealight\w+)$/gm)].map(([, name]) => name);
    expect(alertNames.length).toBeGreaterThan(10);
    expect(sections).toEqual(alertNames);
  });

  test('[OPS-3] say what they mean, and link to their section', () => {
    for (const { name, text } of alerts) {
      expect(text).toMatch(/severity: (?:critical|warning)$/m);
      expect(text).toMatch(/^ {10}summary: .{10,}$/m);
      expect(text).toMatch(/^ {10}description: .{20,}$/m);
      expect(text).toContain(`runbook: docs/operating.md#${name.toLowerCase()}\n`);
    }
  });

  test('[OPS-3] are made of metrics that the page has', () => {
    expect(metricsIn(alertsFile).filter((name) => !metricNames.includes(name))).toEqual([]);
  });

  test('[OPS-3] have a test each that fires', () => {
    const tested = read('deploy/prometheus/alerts.test.yaml');
    expect(alertNames.filter((name) => !tested.includes(`alertname="${name}"`))).toEqual([]);
  });
});

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;
if (!hasPromtool) process.stderr.write('The alerts are not tested: promtool is not installed.\n');

describe.skipIf(!hasPromtool)('the files for Prometheus', () => {
  const promtool = (...args: string[]) =>
    execFileSync('promtool', args, {
      cwd: new URL('deploy/prometheus/', import.meta.url),
      encoding: 'utf8',
      stdio: 'pipe',
    });

  test('[OPS-3] are valid', () => {
    expect(promtool('check', 'config', 'prometheus.yaml')).toContain('SUCCESS');
  });

  test('[OPS-3] fire each alert when they should, and not when they should not', () => {
    expect(promtool('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS');
  });
});

type Panel = { id: number; type: string; title: string; datasource?: { uid: string }; targets?: Target[] };
type Target = { refId: string; expr: string; datasource: { uid: string } };
type Dashboard = {
  schemaVersion: number;
  panels: Panel[];
  templating: { list: { name: string; type: string }[] };
};

/** Grafana's placeholder for the variable `datasource`. */
const chosen = `$${'{datasource}'}`;

describe('the dashboard', () => {
  const { schemaVersion, panels, templating } = JSON.parse(dashboardFile) as Dashboard;
  const shown = panels.filter(({ type }) => type !== 'row');

  test('[OPS-3] has panels with ids of their own, each with expressions from the chosen data source', () => {
    expect(schemaVersion).toBeGreaterThanOrEqual(39);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(shown.length).toBeGreaterThan(20);
    for (const { title, datasource, targets = [] } of shown) {
      expect([title, datasource?.uid]).toEqual([title, chosen]);
      expect([title, targets.length]).not.toEqual([title, 0]);
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
      for (const target of targets) {
        expect(target.expr).toMatch(/\S/);
        expect(target.datasource.uid).toBe(chosen);
      }
    }
    const variables = templating.list.map(({ name, type }) => `${name} ${type}`);
    expect(variables).toEqual(['datasource datasource', 'job query', 'instance query']);
  });

  test('[OPS-3] shows metrics that the page has, and all of Tealight but the version', () => {
    const used = metricsIn(shown.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n'));
    expect(used.filter((name) => !metricNames.includes(name))).toEqual([]);
    const own = metricNames.filter((name) => name.startsWith('tealight_') && name !== 'tealight_info');
    const refused = 'tealight_mqtt_clients_refused';
    expect([...new Set(own)].filter((name) => !used.includes(name))).toEqual([refused]);
  });
});

describe('the page about operating', () => {
  test('[OPS-3] lists every log event of the server, and no other', () => {
    const sources = inside('server/src').map(readSource).join('\n');
    const written = [...sources.matchAll(/\bevent: '([a-z-]+)'|openIncident\(\s*[\w.]+,\s*'([a-z-]+)'/g)];
    const ofHub = [
      'connected',
      'disconnected',
      'method-failed',
      'call-refused',
      'record-ignored',
      'failed',
      'socket-failed',
    ];
    const events = [
      ...written.map(([, plain, incident]) => plain ?? incident ?? ''),
      ...ofHub.map((event) => `hub-${event}`),
    ];
    expect(readSource('signalr/src/options.ts').match(/^ {4}\| '[a-z-]+'/gm)).toHaveLength(ofHub.length);
    expect(tableBelow('Log events').toSorted()).toEqual([...new Set(events)].toSorted());
  });

  test('[OPS-3] lists every part of readiness, and no other', () => {
    expect(tableBelow('Readiness').toSorted()).toEqual([...healthParts].toSorted());
  });

  test('[OPS-3] lists every check of the doctor, and no other', () => {
    const sources = inside('server/src/doctor').map(readSource).join('\n');
    const checks = [...sources.matchAll(/(?:findingsOf|guarded)\('([a-z-]+)'/g)].map(([, name = '']) => name);
    expect(tableBelow('The doctor').toSorted()).toEqual([...new Set(checks)].toSorted());
  });
});
