import type { Connection } from './connection.ts';

/**
 * A method that clients may call. The protocol carries no types, so every argument is checked here, by the method;
 * too many or too few may come. What it returns, or resolves with, is the result; the message of a thrown `HubError` is sent.
 */
export type HubMethod = (caller: Connection, ...args: unknown[]) => unknown;

/** Finds a method by the name a client uses. */
export type FindMethod = (target: string) => HubMethod | undefined;

/**
 * Lookup that ignores case, as the reference server does although the protocol text does not.
 * A Map, so that `constructor` and its kind are no methods. Throws when two names differ only in case.
 */
export function indexMethods(methods: Readonly<Record<string, HubMethod>>): FindMethod {
  const byName = new Map<string, HubMethod>();
  for (const [name, method] of Object.entries(methods)) {
    if (byName.has(name.toLowerCase()))
      throw new Error(`Two hub methods are called '${name}' when case is ignored.`);
    byName.set(name.toLowerCase(), method);
  }
  return (target) => byName.get(target.toLowerCase());
}
