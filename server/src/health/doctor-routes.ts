import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError, tooMany } from '../http/problem-error.ts';
import { openEventStream } from '../shared/event-stream.ts';
import { MINUTE, SECOND } from '../shared/time-units.ts';
import {
  DOCTOR_HEADER,
  doctorPath,
  doctorStreamPath,
  isDoctorToken,
  type SeenRequest,
} from './doctor-token.ts';

/** Answers in a minute, to all together. A run of the doctor needs two or three. */
const ANSWERS_IN_MINUTE = 60;
/** The end of the stream; its first event must have arrived before that, or a proxy has held it back. */
const STREAM_MS = 3 * SECOND;

type Dependencies = {
  /** The secret that the doctor and this server share. */
  secret: string;
  version: string;
  now: () => number;
};

/**
 * Answers the doctor, which has the server's secret key: how a request looked on its arrival, and a short event stream.
 * For others there is nothing at these addresses.
 */
export function serveDoctor(app: FastifyInstance, { secret, version, now }: Dependencies): void {
  let [minute, answers] = [0, 0];
  const admit = (request: FastifyRequest): void => {
    if (!isDoctorToken(request.headers[DOCTOR_HEADER], secret, now())) throw new ProblemError('not-found');
    const current = Math.floor(now() / MINUTE);
    if (current !== minute) [minute, answers] = [current, 0];
    answers += 1;
    if (answers > ANSWERS_IN_MINUTE) throw tooMany(MINUTE);
  };
  app.get(doctorPath, async (request, reply): Promise<SeenRequest> => {
    admit(request);
    reply.header('cache-control', 'no-store');
    return {
      address: request.ip,
      peer: request.raw.socket.remoteAddress ?? '',
      // Fastify goes on to X-Forwarded-For behind a trusted peer only.
      isPeerTrusted: (request.ips?.length ?? 0) > 1,
      forwarded: String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .map((address) => address.trim())
        .filter((address) => address !== ''),
      protocol: request.protocol,
      host: request.host,
      version,
    };
  });
  const streams = new Set<() => void>();
  app.addHook('preClose', async () => {
    for (const end of streams) end();
  });
  app.get(doctorStreamPath, async (request, reply) => {
    admit(request);
    const stream = openEventStream(reply, 'event: first\ndata:\n\n');
    if (stream === null) return;
    const end = () => stream.end('event: last\ndata:\n\n');
    const timer = setTimeout(end, STREAM_MS).unref();
    streams.add(end);
    stream.onClose(() => {
      clearTimeout(timer);
      streams.delete(end);
    });
  });
}
