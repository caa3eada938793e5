import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { variableNames } from '../../server/src/config/config.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
/** The text of a file, by its path in the repository. */
export const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

/** The files below deploy, tests apart. */
export const deployed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'deploy'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith('deploy/test/'));

/** Variables that Tealight reads. */
export const ownVariables = new Set(variableNames);
/** Variables of Node, and of the images and programs that run beside Tealight. */
export const otherVariables = new Set([
  ...['NODE_ENV', 'HOME', 'PATH'],
  ...['UPSTREAMS', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'MQTT_PASSWORD', 'SUPERVISOR_TOKEN'],
]);

/** An image with a version of its own: at least major and minor, never `latest`. */
export const pinnedImage = /^[\w./-]+:\d+\.\d+[\w.-]*$/;
