import { once } from 'node:events';
import { feedPath } from '@tealight/contract';
import { WebSocket } from 'ws';
import {
  DOCTOR_HEADER,
  doctorPath,
  doctorStreamPath,
  doctorToken,
  type SeenRequest,
} from '../health/doctor-token.ts';
import { SECOND } from '../shared/time-units.ts';
import { codeOf, type Finding, findingsOf } from './finding.ts';
import { ask, begin, jsonIn } from './request.ts';

/** [RFC 5737] an address that nobody has: the doctor sends it as a client would that hides its own. */
const NOBODYS_ADDRESS = '192.0.2.1';
const OPEN_WITHIN_MS = 8 * SECOND;
/** Longer than the stream of the server lasts. */
const STREAM_WITHIN_MS = 8 * SECOND;

type Place = {
  url: string;
  secret: string;
  /** PUBLIC_URL is https and the server itself speaks http. */
  hasProxy: boolean;
};

/** What is between the doctor and the server: addresses, event streams and WebSockets. */
export async function checkProxy(place: Place): Promise<Finding[]> {
  const [addresses, stream, socket] = await Promise.all([
    checkAddresses(place),
    checkStream(place),
    checkWebSocket(place.url),
  ]);
  return [...addresses, ...stream, socket];
}

const headersOf = ({ secret }: Place) => ({ [DOCTOR_HEADER]: doctorToken(secret, Date.now()) });

async function checkAddresses(place: Place): Promise<Finding[]> {
  const { problem, warning } = findingsOf('proxy');
  const headers = { ...headersOf(place), 'x-forwarded-for': NOBODYS_ADDRESS };
  const answer = await ask(place.url + doctorPath, { headers }).catch(() => null);
  if (answer === null) return [];
  if (answer.status === 429) return [warning('The doctor has asked too often', 'Run it again in a minute.')];
  const seen = answer.status === 200 ? jsonIn<SeenRequest>(answer.body) : null;
  if (seen?.peer === undefined) {
    const remedy =
      'Give the doctor the same secret keys as the server, see that their clocks agree, and that the server has the same version.';
    return [problem(`The server behind PUBLIC_URL does not answer the doctor (${answer.status})`, remedy)];
  }
  return [addressFinding(seen, place.hasProxy)];
}

/** Judges how the request looked to the server. */
export function addressFinding(
  { address, peer, isPeerTrusted, forwarded, protocol }: SeenRequest,
  hasProxy: boolean,
): Finding {
  const { ok, problem } = findingsOf('proxy');
  const remedy =
    'Let the proxy send the address of its client (nginx: proxy_set_header X-Forwarded-For $remote_addr).';
  if (forwarded.length === 0)
    return problem('The proxy sends no X-Forwarded-For, so all clients count as one', remedy);
  const isUnchanged = forwarded.length === 1 && forwarded[0] === NOBODYS_ADDRESS;
  if (isUnchanged && address === NOBODYS_ADDRESS)
    return problem(
      'Clients can choose the address that they are counted by: X-Forwarded-For is passed on as they send it',
      remedy,
    );
  if (isUnchanged && !hasProxy) return ok(`Clients reach the server without a proxy; this one as ${address}`);
  if (isUnchanged)
    return problem(
      `The proxy at ${peer} passes X-Forwarded-For on as it came, and is not trusted`,
      `${remedy} Then add ${peer} to TRUSTED_PROXIES.`,
    );
  // A client on the machine of the proxy has its address: `address === peer` says nothing about trust.
  if (!isPeerTrusted)
    return problem(
      `The proxy at ${peer} is not trusted, so all clients count as one`,
      `Add ${peer} to TRUSTED_PROXIES.`,
    );
  return ok(
    `The server sees the address behind the proxy: this client is ${forwarded.at(-1)}, over ${protocol}`,
  );
}

async function checkStream(place: Place): Promise<Finding[]> {
  const { ok, problem } = findingsOf('event-stream');
  try {
    const response = await begin(place.url + doctorStreamPath, {
      headers: headersOf(place),
      timeoutMs: STREAM_WITHIN_MS,
    });
    if (response.statusCode !== 200) return response.destroy() && [];
    const [first] = (await once(response.setEncoding('utf8'), 'data')) as [string];
    response.destroy();
    const isBuffered = first.includes('event: last');
    if (!isBuffered) return [ok('Events arrive at once')];
  } catch (error) {
    if (codeOf(error) !== 'ABORT_ERR' && codeOf(error) !== 'TimeoutError')
      return [
        problem(
          `An event stream breaks (${codeOf(error)})`,
          'See that the proxy passes on responses without an end.',
        ),
      ];
  }
  const remedy = 'Switch off the buffering of responses in the proxy (nginx: proxy_buffering off).';
  return [problem('The proxy holds events back: lamps and pages do not change in time', remedy)];
}

/** Opens the feed of lamps and sends nothing, so that nothing is counted as a wrong code. */
async function checkWebSocket(url: string): Promise<Finding> {
  const { ok, problem } = findingsOf('websocket');
  const socket = new WebSocket(url.replace(/^http/, 'ws') + feedPath, {
    rejectUnauthorized: false,
    handshakeTimeout: OPEN_WITHIN_MS,
  });
  const opened = await new Promise<true | string>((resolve) => {
    socket.once('open', () => resolve(true));
    socket.once('unexpected-response', (_, { statusCode }) => resolve(String(statusCode)));
    socket.on('error', (error) => resolve(codeOf(error)));
  });
  socket.terminate();
  if (opened === true) return ok('WebSockets pass');
  const remedy = 'Let the proxy pass on the headers Upgrade and Connection, with HTTP/1.1, for all paths.';
  return problem(`WebSockets do not pass (${opened}): lamps and the Medtronic sign-in do not work`, remedy);
}
