import { connectAsync } from 'mqtt';
import { describe, test } from 'vitest';

const env = process.env;
export const brokerUrl = env.TEST_MQTT_URL ?? 'mqtt://127.0.0.1:1883';

async function refusalOf(): Promise<string | null> {
  try {
    const client = await connectAsync(brokerUrl, { connectTimeout: 2000, reconnectPeriod: 0 }, false);
    await client.endAsync(true);
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
  }
}

const refusal = await refusalOf();

/** An exam against a real broker: sat where one answers, and a failure without one when EXAMS=all. */
export function onBroker(exam: () => void): void {
  if (refusal === null) describe('on a broker of one’s own', exam);
  else if (env.EXAMS === 'all') {
    test('on a broker of one’s own', () => {
      throw new Error(`EXAMS=all, and no MQTT broker answers at TEST_MQTT_URL: ${refusal}`);
    });
  } else {
    process.stderr.write(`No outside MQTT broker is examined: none answers at TEST_MQTT_URL (${refusal}).\n`);
    describe.skip('on a broker of one’s own', exam);
  }
}
