import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eachEngine } from '../test/engines.ts';
import { start } from './app.ts';
import { readConfig } from './config/config.ts';

eachEngine((open, newLocation, engine) => {
  test.runIf(engine === 'PostgreSQL')(
    '[OPS-2] a node is warned of keys that it has made itself, and not of those that the operator gives to all nodes',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'tealight-keys-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const location = await newLocation('migrated');
      await open(location);
      const address = new URL(location.url ?? '');
      address.searchParams.set('options', `-c search_path=${location.schema}`);
      const file = join(folder, 'keys');
      await writeFile(file, 'k'.repeat(40));
      const isWarned = async (environment: Record<string, string>) => {
        const lines: string[] = [];
        const places = { PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, DATABASE_URL: address.href };
        const config = readConfig({ ...places, ...environment });
        await using _tealight = await start(config, { logTo: { write: (line) => void lines.push(line) } });
        return lines.join().includes('keys-of-this-node-alone');
      };
      expect(await isWarned({})).toBe(true);
      expect(await isWarned({ SECRET_KEYS: 'k'.repeat(40) })).toBe(false);
      expect(await isWarned({ SECRET_KEYS_FILE: file })).toBe(false);
    },
  );
});
