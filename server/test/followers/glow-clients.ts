import { feedPath, type GlowMessage, glowPath } from '@tealight/contract';
import { onTestFinished } from 'vitest';
import { lampAt, type TestServer } from '../device-server.ts';
import { openEventSource } from '../event-source.ts';
import { mqttLamp } from '../mqtt-lamp.ts';
import { sendRequest, sha1 } from '../nightscout-client.ts';

/** A device with a code, over any protocol. */
export type GlowClient = {
  /** The glucose that it shows; null: none. */
  value(): Promise<number | null>;
  /** Whether its connection was ended, or its request is answered as one with a wrong code. */
  isRefused(): Promise<boolean>;
};

type Connect = (testServer: TestServer, code: string, id: string) => Promise<GlowClient>;

const lastOf = (glows: readonly GlowMessage[]) => glows.at(-1)?.value ?? null;

/** Devices with an open connection, by protocol. */
export const connected: Readonly<Record<string, Connect>> = {
  async WebSocket(testServer, code, id) {
    const lamp = lampAt(testServer, { query: { code, id } });
    onTestFinished(lamp.close);
    let isClosed = false;
    void lamp.left.then(() => (isClosed = true));
    return { value: async () => lastOf(lamp.received), isRefused: async () => isClosed };
  },
  async 'server-sent events'(testServer, code, id) {
    const { answer, received, close } = await openEventSource(
      `${testServer.url}${feedPath}?code=${code}&id=${id}`,
    );
    onTestFinished(close);
    const glows = () =>
      received.events.flatMap(({ data }) => (data.startsWith('{') ? [JSON.parse(data) as GlowMessage] : []));
    return {
      value: async () => lastOf(glows()),
      isRefused: async () =>
        answer.status === 403 ||
        received.events.some(({ name, data }) => name === 'end' && data === 'wrong-code'),
    };
  },
  async MQTT(testServer, code, id) {
    const url = `mqtt://127.0.0.1:${testServer.devices.mqttPort}`;
    const lamp = await mqttLamp(url, { username: code, clientId: id }).catch((error: Error) => {
      if (/Bad username/.test(error.message)) return null;
      throw error;
    });
    if (lamp === null) return { value: async () => null, isRefused: async () => true };
    onTestFinished(lamp.end);
    await lamp.subscribe(`tealight/${code}/glow`);
    return { value: async () => lastOf(lamp.glows()), isRefused: async () => !lamp.client.connected };
  },
};

/** Devices that poll, by protocol. */
export const polling: Readonly<Record<string, Connect>> = {
  async 'polled glow'(testServer, code, id) {
    const poll = () => sendRequest(testServer, `${glowPath}?code=${code}&id=${id}`);
    return {
      value: async () => (await poll()).json().value ?? null,
      isRefused: async () => (await poll()).status === 403,
    };
  },
  async 'the Nightscout API'(testServer, code, id) {
    const headers = { 'api-secret': sha1(code), 'user-agent': id };
    const poll = () => sendRequest(testServer, '/api/v1/entries.json', { headers });
    return {
      value: async () => (await poll()).json()[0]?.sgv ?? null,
      isRefused: async () => (await poll()).status === 401,
    };
  },
};
