import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { deployed, otherVariables, ownVariables, read, root } from './support.ts';

const units = deployed.filter((file) => /^deploy\/systemd\/.*\.(service|timer)$/.test(file));
const services = units.filter((file) => file.endsWith('.service'));
const has = spawnSync('systemd-analyze', ['--version']).status === 0;
/** The highest exposure, of 10, that a unit may have; systemd 252 counts 1.3 and 1.4. */
const MAX_EXPOSURE = 1.6;

/** Copies of the units in which Node and the folder are those of this machine. */
function unitsHere(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'tealight-units-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return units.map((file) => {
    const path = join(folder, file.split('/').at(-1) ?? '');
    const text = read(file)
      .replaceAll('/usr/bin/node', process.execPath)
      .replaceAll('/opt/tealight', root.slice(0, -1));
    writeFileSync(path, text);
    return path;
  });
}

describe('the units of systemd', () => {
  test('are a service, a backup and its timer', () => {
    expect(units.map((file) => file.split('/').at(-1))).toEqual([
      'tealight-backup.service',
      'tealight-backup.timer',
      'tealight.service',
    ]);
  });

  test.runIf(has)('have no mistake that systemd finds', () => {
    const { stderr, status } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', '--recursive-errors=no', ...unitsHere()],
      {
        encoding: 'utf8',
      },
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  test.runIf(has)('expose little, by the count of systemd', () => {
    for (const file of unitsHere().filter((path) => path.endsWith('.service'))) {
      const report = execFileSync('systemd-analyze', ['security', '--offline=true', file], {
        encoding: 'utf8',
      });
      const [, exposure = '10'] = /exposure level for \S+: ([\d.]+)/.exec(report) ?? [];
      expect(Number(exposure)).toBeLessThanOrEqual(MAX_EXPOSURE);
    }
  });

  test('[OPS-3] do not start Tealight again after a mistake of the operator, and start it again after a crash', () => {
    const unit = read('deploy/systemd/tealight.service');
    expect(unit).toMatch(/^Restart=on-failure$/m);
    expect(unit).toMatch(/^RestartPreventExitStatus=2$/m);
  });

  test('[OPS-3] start Tealight again however often it has crashed, with a pause in which the machine does other work', () => {
    const unit = read('deploy/systemd/tealight.service');
    const [, head = ''] = /^\[Unit\]$(.*?)^\[/ms.exec(unit) ?? [];
    expect(head).toMatch(/^StartLimitIntervalSec=0$/m);
    expect(unit).not.toMatch(/^StartLimitBurst=/m);
    const [, seconds] = /^RestartSec=(\d+)$/m.exec(unit) ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(5);
    expect(Number(seconds)).toBeLessThanOrEqual(15);
  });

  test('[OPS-2] start Tealight after the clock was set, where the system waits for that', () => {
    const unit = read('deploy/systemd/tealight.service');
    expect(unit).toMatch(/^Wants=.*\btime-sync\.target\b/m);
    expect(unit).toMatch(/^After=.*\btime-sync\.target\b/m);
  });

  test.each(services)('set only variables that Tealight or Node reads: %s', (file) => {
    const names = [...read(file).matchAll(/^Environment=(.*)$/gm)].flatMap(([, text = '']) =>
      text.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    );
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !ownVariables.has(name) && !otherVariables.has(name))).toEqual([]);
  });

  test.each(services)('may write only into their own folders, as a user without rights: %s', (file) => {
    for (const line of [
      'DynamicUser=yes',
      'ProtectSystem=strict',
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
      'UMask=0077',
    ])
      expect(read(file).split('\n')).toContain(line);
  });
});
