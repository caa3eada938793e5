import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import type { Look } from '../look.ts';
import type { Lamp } from '../player.ts';

export type HueSettings = {
  host: string;
  /** The application key that the bridge gives when its button is pressed: `pair-hue.ts` asks for it. */
  key: string;
  /** The id of the light. */
  light: string;
  /** SHA-256 of the bridge's certificate, as `pair-hue.ts` prints it: bridges sign their own. */
  fingerprint: string;
};

const WITHIN_MS = 3000;

/** A Philips Hue light by version 2 of the bridge's own API. Source: developers.meethue.com, CLIP v2. */
export function hue({ host, key, light, fingerprint }: HueSettings): Lamp {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: 1 });
  return {
    name: `Hue ${light.slice(0, 8)}`,
    show: (look, fadeMs) =>
      askHue(
        { host, agent, fingerprint },
        {
          method: 'PUT',
          path: `/clip/v2/resource/light/${light}`,
          headers: { 'hue-application-key': key },
          body: hueState(look, fadeMs),
        },
      ).then(() => {}),
    close: () => agent.destroy(),
  };
}

export type HueBridge = {
  host: string;
  agent: Agent /** Null: any certificate. */;
  fingerprint: string | null;
};
export type HueAsk = { method: string; path: string; headers?: Record<string, string>; body?: object };
export type HueAnswer = { body: string; fingerprint: string };

/** Calls a bridge. Rejects for another certificate, or a response that is no success. */
export function askHue({ host, agent, fingerprint }: HueBridge, ask: HueAsk): Promise<HueAnswer> {
  const [hostname, port = '443'] = host.split(':');
  const json = ask.body === undefined ? '' : JSON.stringify(ask.body);
  let seen = '';
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        agent,
        method: ask.method,
        path: ask.path,
        timeout: WITHIN_MS,
        headers: {
          ...ask.headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(json),
        },
      },
      (answer) => {
        if ((answer.statusCode ?? 500) >= 300) reject(new Error(`it answers ${answer.statusCode}`));
        text(answer).then((body) => resolve({ body, fingerprint: seen }), reject);
      },
    );
    // The key is sent only to its own bridge: nothing is written before the certificate is checked.
    sent.on('socket', (socket) => {
      const judge = () => {
        seen = hashOfCode(socket as TLSSocket);
        if (fingerprint === null || seen === fingerprint) sent.end(json);
        else sent.destroy(new Error('its certificate is not the one of this bridge'));
      };
      if (hashOfCode(socket as TLSSocket) !== '') judge();
      else socket.once('secureConnect', judge);
    });
    sent.on('timeout', () => sent.destroy(new Error('it does not answer')));
    sent.on('error', reject);
  });
}

const hashOfCode = (socket: TLSSocket): string => socket.getPeerCertificate().fingerprint256 ?? '';

/** Brightness in percent, color as CIE xy, the fade in milliseconds. */
function hueState({ red, green, blue, brightness }: Look, fadeMs: number): object {
  const dynamics = { duration: Math.round(fadeMs) };
  if (brightness <= 0) return { on: { on: false }, dynamics };
  return {
    on: { on: true },
    dimming: { brightness: Math.max(1, Math.round(brightness * 100)) },
    color: { xy: xyOf([red, green, blue]) },
    dynamics,
  };
}

/** sRGB (0 to 255) as CIE 1931 xy. Source: IEC 61966-2-1, white point D65. */
export function xyOf(channels: readonly [number, number, number]): { x: number; y: number } {
  const [red, green, blue] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const x = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue;
  const y = 0.2126729 * red + 0.7151522 * green + 0.072175 * blue;
  const z = 0.0193339 * red + 0.119192 * green + 0.9503041 * blue;
  const sum = x + y + z;
  const rounded = (part: number) => (sum === 0 ? 0 : Math.round((part / sum) * 10_000) / 10_000);
  return { x: rounded(x), y: rounded(y) };
}
