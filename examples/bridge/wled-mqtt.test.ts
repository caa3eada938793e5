import { randomUUID } from 'node:crypto';
import { connectAsync } from 'mqtt';
import { expect, test, vi } from 'vitest';
import { wledMqtt } from './lamps/wled-mqtt.ts';
import { noData } from './look.ts';

const broker = process.env.TEST_MQTT_URL ?? 'mqtt://127.0.0.1:1883';
const home = await connectAsync(broker, { connectTimeout: 15_000, reconnectPeriod: 0 }, false).catch(
  () => null,
);
if (home === null && process.env.REQUIRE_SERVICES !== 'true') {
  process.stderr.write('WLED by MQTT is not tested: no broker answers at TEST_MQTT_URL.\n');
}

test.skipIf(home === null && process.env.REQUIRE_SERVICES !== 'true')(
  '[DEV-4] WLED gets the same JSON over the home’s own broker',
  async () => {
    if (home === null) throw new Error('REQUIRE_SERVICES=true, and no MQTT broker answers at TEST_MQTT_URL');
    const topic = `wled/${randomUUID().slice(0, 8)}`;
    const heard: [string, string][] = [];
    home.on('message', (on, payload) => heard.push([on, String(payload)]));
    await home.subscribeAsync(`${topic}/#`);
    const lamp = wledMqtt({ broker, topic });
    await lamp.show({ ...noData, red: 47, green: 191, blue: 113, brightness: 1 }, 1500);
    await vi.waitFor(() =>
      expect(heard).toEqual([
        [`${topic}/api`, '{"on":true,"bri":255,"tt":15,"seg":[{"id":0,"col":[[47,191,113]],"fx":0}]}'],
      ]),
    );
    lamp.close?.();
    await home.endAsync(true);
  },
);

test('an unreachable broker is an error, and is tried again', async () => {
  const lamp = wledMqtt({ broker: 'mqtt://127.0.0.1:9', topic: 'wled/none' });
  await expect(lamp.show(noData, 0)).rejects.toThrow();
  await expect(lamp.show(noData, 0)).rejects.toThrow();
  lamp.close?.();
});
