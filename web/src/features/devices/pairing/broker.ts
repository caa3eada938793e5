/** Ports that an address without one means; IANA: mqtt and secure-mqtt. */
const defaultPorts: Readonly<Record<string, number>> = { 'mqtt:': 1883, 'mqtts:': 8883 };

/** A broker as devices ask for it: host and port in fields of their own. */
export type Broker = { host: string; port: number | null; isTls: boolean };

/** The fields for a broker's address. One over WebSocket has no fields: its whole address stands as the host. */
export function brokerOf(address: string): Broker {
  const { protocol, hostname, port } = new URL(address);
  const usual = defaultPorts[protocol];
  if (usual === undefined) return { host: address, port: null, isTls: protocol === 'wss:' };
  return { host: hostname, port: port === '' ? usual : Number(port), isTls: protocol === 'mqtts:' };
}
