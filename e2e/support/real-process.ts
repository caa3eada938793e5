import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTealight, type Tealight } from '../browser/support/tealight.ts';
import { freePort } from './free-port.ts';

/** A Tealight in a separate process on real sockets, with its own data folder; disposing ends the process and deletes the folder. */
export type RealProcess = Tealight & AsyncDisposable & { mqttPort: number };

/** Service managers wait 10 s or more before they kill a process. For tests that run alone. */
export const STOPS_WITHIN_MS = 8000;

/** Starts one on free ports. `environment` adds to or replaces its variables. */
export async function realProcess(environment: Record<string, string> = {}): Promise<RealProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tealight-'));
  const mqttPort = await freePort();
  const more = { MQTT_PORT: String(mqttPort), RATE_LIMITS: 'off', ...environment };
  const tealight = await startTealight(dataDir, more).catch(async (error: unknown) => {
    // One that does not start leaves no folder behind; the test's process may end as soon as it has this error.
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  return {
    ...tealight,
    mqttPort,
    async [Symbol.asyncDispose]() {
      await tealight.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Log lines above `info` that a process has printed so far, as JSON. */
export function warningsIn(output: string): { level: number; event?: string }[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: number; event?: string })
    .filter(({ level }) => level > 30);
}
