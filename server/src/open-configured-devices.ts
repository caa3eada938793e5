import about from '../package.json' with { type: 'json' };
import type { Config } from './config/config.ts';
import type { DeviceDependencies, Devices } from './devices/dependencies.ts';
import { openDevices } from './devices/devices.ts';
import type { Store } from './store/store.ts';

type Dependencies = Pick<
  DeviceDependencies,
  'glows' | 'limits' | 'publicUrl' | 'connections' | 'log' | 'now' | 'sharedNow'
> & { config: Config; store: Store };

/** Opens the device protocols as configured. On a node without the role `devices` there is no broker, built-in or external. */
export function openConfiguredDevices({ config, store, ...dependencies }: Dependencies): Promise<Devices> {
  const hasRole = config.roles.has('devices');
  return openDevices({
    ...dependencies,
    store,
    changes: store.changes,
    trustedProxies: config.trustedProxies,
    mqtt: hasRole && config.mqtt.url === null ? { host: config.host, ...config.mqtt } : null,
    mqttUrl: hasRole ? config.mqtt.url : null,
    mqttHooksSecret: config.mqttHooksSecret,
    version: about.version,
  });
}
