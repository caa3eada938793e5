import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { openBridge } from './bridge.ts';
import { readSettings, SettingsError } from './settings.ts';

/** node main.ts [bridge.json] */
try {
  const settings = await readSettings(process.argv[2] ?? 'bridge.json');
  const id = `bridge-${createHash('sha256').update(hostname()).digest('hex').slice(0, 8)}`;
  const bridge = openBridge({ ...settings, id, say: (line) => console.log(line) });
  console.log(`Bringing the glow of ${new URL(settings.server).host} to ${settings.lamps.length} lamp(s).`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => bridge.close());
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
