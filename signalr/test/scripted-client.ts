import { createHub, type Hub, type HubEvent, type HubOptions } from '../src/index.ts';
import { ScriptedSocket } from './scripted-socket.ts';

export const HANDSHAKE = { protocol: 'json', version: 1 };

interface Scripted {
  readonly hub: Hub;
  readonly socket: ScriptedSocket;
  readonly events: HubEvent[];
}

/** A hub with one accepted socket that has not said anything yet. */
export function anonymousClientAt(options: Partial<HubOptions> = {}): Scripted {
  const events: HubEvent[] = [];
  const hub = createHub({ methods: {}, log: (event) => events.push(event), ...options });
  const socket = new ScriptedSocket();
  const admission = hub.admit({ user: 'ada', connectionToken: null });
  if (admission.status !== 101) throw new Error(`Not admitted: ${admission.status}`);
  hub.accept(socket, admission.ticket);
  return { hub, socket, events };
}

/** A hub with one client after its handshake; the handshake's answer is read already. */
export function clientAt(options: Partial<HubOptions> = {}): Scripted {
  const scripted = anonymousClientAt(options);
  scripted.socket.say(HANDSHAKE);
  scripted.socket.sent.length = 0;
  return scripted;
}

/** Lets everything that waits only for promises run. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
