import type { IncomingMessage } from 'node:http';
import type { DeviceHello } from '@tealight/contract';
import { clientAddress, networkOf, type TrustedProxies } from '../../shared/client-address.ts';
import { openIncident } from '../../shared/incident.ts';
import type { Log } from '../../shared/log.ts';
import { SECOND } from '../../shared/time-units.ts';
import { type DeviceIdentity, deviceIdentityOf, type Origin } from '../device-identity.ts';
import { type HasHeartbeat, openHeartbeat, ROUND_S } from '../heartbeat.ts';
import { HEARTBEAT_S } from '../reconnect-hint.ts';
import type { DeviceConnection, Subscribers } from '../subscribers.ts';
import type { CodeAuthentication } from './authenticate-code.ts';

export type Admitted =
  | { identity: DeviceIdentity }
  | { refused: 'wrong-code' }
  | { refused: 'slow-down'; waitS: number }
  | { failed: true };

/** Admits a device of any protocol. */
export type Admission = Disposable & {
  originOf(request: IncomingMessage): Origin;
  /** Checks the code of a device's first message. Never throws. */
  admit(hello: DeviceHello, origin: Origin): Promise<Admitted>;
  /** Whether the code of an admitted device still counts. Rejects when the store cannot be read. */
  isCurrent(code: string): Promise<boolean>;
  /** Adds a connection; call the returned function when it has ended. */
  join(connection: JoiningConnection): () => void;
};

/** `heartbeat` sends a message that only shows that the connection works; called for devices that asked for it. */
type JoiningConnection = DeviceConnection & HasHeartbeat & { heartbeat?(): void };

export type AdmissionDependencies = {
  codeAuthentication: CodeAuthentication;
  subscribers: Subscribers;
  trusted: TrustedProxies;
  log: Log;
};

export function openAdmission({
  codeAuthentication,
  subscribers,
  trusted,
  log,
}: AdmissionDependencies): Admission {
  const beat = openHeartbeat(ROUND_S);
  const admitting = openIncident(log, 'device-not-admitted');
  const heartbeats = openHeartbeat(HEARTBEAT_S);
  return {
    originOf: (request) => ({
      network: networkOf(clientAddress(request, trusted)),
      agent: request.headers['user-agent'] ?? '',
    }),
    async admit(hello, origin) {
      try {
        const opened = await codeAuthentication.open(hello.code ?? '', origin.network);
        admitting.worked();
        if (!('refused' in opened)) return { identity: deviceIdentityOf(opened, hello, origin) };
        if (opened.refused === 'wrong-code') return { refused: 'wrong-code' };
        return { refused: 'slow-down', waitS: Math.ceil(opened.waitMs / SECOND) };
      } catch (error) {
        admitting.failed(error);
        return { failed: true };
      }
    },
    isCurrent: codeAuthentication.isCurrent,
    join(connection) {
      beat.add(connection);
      const heartbeat = { beat: () => connection.heartbeat?.() };
      if (connection.identity.heartbeat === true) heartbeats.add(heartbeat);
      try {
        subscribers.add(connection);
      } catch (error) {
        log.error({ event: 'device-not-joined', err: error });
        connection.end('restart');
      }
      return () => {
        beat.drop(connection);
        heartbeats.drop(heartbeat);
        subscribers.drop(connection);
      };
    },
    [Symbol.dispose]() {
      beat[Symbol.dispose]();
      heartbeats[Symbol.dispose]();
    },
  };
}
