import { feedPath, glowPath, type Pairing } from '@tealight/contract';
import { mqttPath } from './mqtt/listen.ts';

/** The addresses that devices are told. A broker's login never leaves the server. */
export function pairingOf(publicUrl: string, broker: { port: number | null; url: string | null }): Pairing {
  const sockets = publicUrl.replace(/^http/, 'ws');
  return {
    lamp: `${publicUrl}/lamp`,
    feed: `${sockets}${feedPath}`,
    events: `${publicUrl}${feedPath}`,
    glow: `${publicUrl}${glowPath}`,
    mqtt: broker.url === null ? ownBroker(publicUrl, broker.port) : withoutLogin(broker.url),
    mqttOverWebSocket: broker.port === null ? null : `${sockets}${mqttPath}`,
    nightscout: publicUrl,
  };
}

const ownBroker = (publicUrl: string, port: number | null): string | null =>
  port === null ? null : `mqtt://${new URL(publicUrl).hostname}:${port}`;

function withoutLogin(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}
