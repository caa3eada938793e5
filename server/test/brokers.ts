import { connectAsync } from 'mqtt';
import { describe, test } from 'vitest';

const env = process.env;
export const brokerUrl = env.TEST_MQTT_URL ?? 'mqtt://127.0.0.1:1883';

async function tryConnecting(): Promise<string | null> {
  try {
    const client = await connectAsync(brokerUrl, { connectTimeout: 15_000, reconnectPeriod: 0 }, false);
    await client.endAsync(true);
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
  }
}

const connectionError = await tryConnecting();

/** Runs tests with a real broker if one answers. Without one they are skipped, or fail with REQUIRE_SERVICES=true. */
export function onBroker(defineTests: () => void): void {
  if (connectionError === null) describe('on an external broker', defineTests);
  else if (env.REQUIRE_SERVICES === 'true') {
    test('on an external broker', () => {
      throw new Error(
        `REQUIRE_SERVICES=true, and no MQTT broker answers at TEST_MQTT_URL: ${connectionError}`,
      );
    });
  } else {
    process.stderr.write(
      `Tests with an external MQTT broker are skipped: none answers at TEST_MQTT_URL (${connectionError}).\n`,
    );
    describe.skip('on an external broker', defineTests);
  }
}
