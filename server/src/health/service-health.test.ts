import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { encryptionWith } from '../encryption/cipher.ts';
import { serveHealth } from '../http/health-routes.ts';
import { openServiceHealth } from './service-health.ts';

eachEngine((open) => {
  test('[ALM-32] a push service that rejects the server is a warning: the node stays ready, and readings are not affected', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tealight-health-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const events: object[] = [];
    const log = { info() {}, warn() {}, error: (line: object) => void events.push(line) };
    const health = openServiceHealth({ log, now: Date.now });
    onTestFinished(() => health[Symbol.dispose]());
    health.watch(
      {
        store: await open(),
        dataDir,
        encryption: encryptionWith(['k'.repeat(32)]),
        sources: [],
        polledAt: () => null,
        evaluatedAt: () => null,
        push: () => Promise.reject(new Error('push.apple.com does not accept the push keys')),
        clock: { now: Date.now, check: async () => {} },
      },
      null,
    );
    const app = fastify();
    serveHealth(app, health.readiness);
    for (let time = 0; time < 2; time += 1) {
      const answer = await app.inject('/health/ready');
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { status: 'ok', missing: [], warnings: ['push'] },
      ]);
    }
    expect(health.hasProblem()).toBe(false);
    expect(events).toMatchObject([{ event: 'problem', part: 'push' }]);
  });
});
