import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { launch } from './support/launch.ts';
import { compared } from './support/load.ts';
import { atLeast, figure, type Result } from './support/result.ts';

/**
 * A day of a five-minute sensor, which most displays request, and the newest reading alone, where checking the
 * code is most of the work.
 */
const paths = [
  { path: '/api/v1/entries/sgv.json?count=288', least: 0.6 },
  { path: '/api/v1/entries/current.json', least: 0.2 },
];

/** The most frequent requests of Nightscout displays, compared with a route that only sends the same bytes. */
export async function nightscout(): Promise<Result[]> {
  const file = fileURLToPath(new URL('../server/test/bench/device-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--expose-gc', file, '10'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const [{ url, codes }] = (await once(child, 'message')) as [{ url: string; codes: string[] }];
    const token = codes[0] ?? '';
    child.send({ day: true });
    await once(child, 'message');
    const results: Result[] = [];
    for (const { path, least } of paths) {
      const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
      await using bare = await launch('bench/support/bare-route.ts', { args: [await answer.text()] });
      const { one, other, ratio } = await compared({ url: url + path, token }, { url: bare.url });
      results.push(
        figure(`${path}, requests per second`, `${Math.round(one)} (bare route: ${Math.round(other)})`),
        atLeast(`${path} against a bare route`, ratio, { least }),
      );
    }
    return results;
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}
