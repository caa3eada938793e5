import { type DeviceAddresses, feedPath, glowPath } from '@tealight/contract';
import { mqttPath } from './mqtt/built-in/listen.ts';

/** The built-in broker's port, null without one, and whether it speaks TLS; the address of the operator's own. */
type Broker = { port: number | null; isTls: boolean; url: string | null };

/** The addresses that devices connect to. A broker's login never leaves the server. */
export function pairingOf(publicUrl: string, broker: Broker): DeviceAddresses {
  const sockets = publicUrl.replace(/^http/, 'ws');
  return {
    lamp: `${publicUrl}/lamp`,
    feed: `${sockets}${feedPath}`,
    events: `${publicUrl}${feedPath}`,
    glow: `${publicUrl}${glowPath}`,
    mqtt: broker.url === null ? ownBroker(publicUrl, broker) : withoutLogin(broker.url),
    mqttOverWebSocket: broker.port === null ? null : `${sockets}${mqttPath}`,
    nightscout: publicUrl,
  };
}

const ownBroker = (publicUrl: string, { port, isTls }: Broker): string | null =>
  port === null ? null : `${isTls ? 'mqtts' : 'mqtt'}://${new URL(publicUrl).hostname}:${port}`;

function withoutLogin(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname.replace(/\/$/, '')}`;
}
