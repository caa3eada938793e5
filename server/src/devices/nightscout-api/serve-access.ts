import type { FastifyInstance } from 'fastify';
import { credentialIn, hashOfCode, tokenFor } from './credential.ts';
import { admit, answer, type ClientDependencies, refuse, searchIn, sendProblemError } from './principal.ts';
import { below, emptyCollections, type Get, openRoute, quiet } from './routes.ts';

/** Routes that tell a client whether its credential is valid, and that it may only read. */
export function serveAccess(app: FastifyInstance, dependencies: ClientDependencies, get: Get): void {
  for (const path of below('/verifyauth')) {
    openRoute(app, path, async (request, reply) => {
      const credential = credentialIn(searchIn(request), request.headers);
      const admitted = credential === null ? null : await admit(dependencies, { request, credential });
      // A credential is not wrong because it cannot be checked now.
      if (
        admitted !== null &&
        ('failed' in admitted || ('refused' in admitted && admitted.refused !== 'wrong-code'))
      )
        return sendProblemError(reply, admitted, refuse);
      return answer(reply, verified(credential !== null, admitted !== null && 'identity' in admitted));
    });
  }
  get(below('/experiments/test'), (_client, _request, reply) => refuse(reply, 401));
  openRoute(app, '/api/v2/authorization/request/:token', async (request, reply) => {
    const credential = (request.params as { token: string }).token;
    const admitted = await admit(dependencies, { request, credential });
    if (!('identity' in admitted)) return sendProblemError(reply, admitted, refuse);
    const { code } = admitted.identity;
    return answer(reply, tokenFor(code, hashOfCode(code), dependencies.now()));
  });
  openRoute(app, '/api/versions', (_, reply) =>
    answer(reply, [
      { version: '1.0.0', url: '/api/v1' },
      { version: '2.0.0', url: '/api/v2' },
      { version: '3.0.3-alpha', url: '/api/v3' },
    ]),
  );
  for (const name of ['entries', ...emptyCollections]) {
    for (const path of below(`/${name}`).flatMap((one) => [one, `${one}.json`])) {
      app.route({
        method: ['POST', 'PUT', 'DELETE'],
        url: path,
        ...quiet,
        handler: (_, reply) => refuse(reply, 401),
      });
    }
  }
  for (const path of ['/socket.io', '/socket.io/*']) {
    app.all(path, quiet, (_, reply) => answer(reply.code(404), { status: 404, message: 'Not Found' }));
  }
}

function verified(given: boolean, right: boolean) {
  return {
    status: 200,
    message: {
      canRead: right,
      canWrite: false,
      isAdmin: false,
      message: right ? 'OK' : 'UNAUTHORIZED',
      rolefound: right ? 'FOUND' : 'NOTFOUND',
      permissions: given ? 'ROLE' : 'DEFAULT',
    },
  };
}
