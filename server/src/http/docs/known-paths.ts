import type { FastifyInstance } from 'fastify';

/** The methods of a path; empty for an unknown path. */
export type MethodsAt = (path: string) => readonly string[];

const oneForm = (path: string) => path.toLowerCase().replace(/(?<=.)\/+$/, '');

/** Records every route added from now on. Paths with parameters are only called by their own method. */
export function knownPaths(app: FastifyInstance): MethodsAt {
  const known = new Map<string, readonly string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    const path = oneForm(url);
    known.set(path, [...(known.get(path) ?? []), ...[method].flat()]);
  });
  return (path) => known.get(oneForm(path)) ?? [];
}
