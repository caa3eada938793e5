import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** Networks that only programs on this machine use, by the names that Docker, virtual machines and VPNs give them. */
const virtual = /^(docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|wg|utun|awdl|llw|bridge|tailscale)/i;
/** Home networks, the usual one first [RFC 1918]. */
const homeNetworks = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./];

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/**
 * The address of this machine in its home network, at which other devices there reach it; null without one. Of several
 * the most probable: on a network card rather than a virtual one, in a home network rather than another.
 */
export function networkAddress(interfaces: Interfaces = networkInterfaces()): string | null {
  const candidates = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses
      .filter(
        ({ family, internal, address }) => family === 'IPv4' && !internal && !/^169\.254\./.test(address),
      )
      .map(({ address }) => ({ address, rank: rankOf(name, address) })),
  );
  return candidates.toSorted((one, other) => one.rank - other.rank)[0]?.address ?? null;
}

function rankOf(name: string, address: string): number {
  const network = homeNetworks.findIndex((home) => home.test(address));
  return (virtual.test(name) ? 10 : 0) + (network < 0 ? homeNetworks.length : network);
}

/** Whether a server listens at all addresses of this machine. */
const isEveryHost = (host: string): boolean => host === '0.0.0.0' || host === '::';

/**
 * Where a browser opens a server that listens at this host: `url` also from other devices, where they reach it at all;
 * `localUrl` from this machine.
 */
export function addressesOf(host: string, port: number, isTls: boolean): { url: string; localUrl: string } {
  const scheme = isTls ? 'https' : 'http';
  const bracketed = host.includes(':') ? `[${host}]` : host;
  const [far, near] = isEveryHost(host)
    ? [networkAddress() ?? 'localhost', 'localhost']
    : [bracketed, bracketed];
  return { url: `${scheme}://${far}:${port}`, localUrl: `${scheme}://${near}:${port}` };
}
