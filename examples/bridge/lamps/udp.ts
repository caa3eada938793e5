import { createSocket, type Socket } from 'node:dgram';

/** Sends single packets to a lamp. UDP does not report whether they arrive. */
export function openUdp(host: string, port: number) {
  let socket: Socket | null = null;
  const [name = host, given] = host.split(':');
  return {
    send(packet: Uint8Array): Promise<void> {
      socket ??= createSocket('udp4').unref();
      const open = socket;
      return new Promise((resolve, reject) =>
        open.send(packet, Number(given ?? port), name, (error) =>
          error === null ? resolve() : reject(error),
        ),
      );
    },
    close(): void {
      socket?.close();
      socket = null;
    },
  };
}
