import type { FastifyInstance } from 'fastify';

/** By which methods a path answers; none for a path that nobody serves. */
export type MethodsAt = (path: string) => readonly string[];

const oneForm = (path: string) => path.toLowerCase().replace(/(?<=.)\/+$/, '');

/** Remembers every path that is served from now on. Paths with parameters are never asked for by another method. */
export function knownPaths(app: FastifyInstance): MethodsAt {
  const known = new Map<string, readonly string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    const path = oneForm(url);
    known.set(path, [...(known.get(path) ?? []), ...[method].flat()]);
  });
  return (path) => known.get(oneForm(path)) ?? [];
}
