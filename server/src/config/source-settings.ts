import type { SourceSettings } from '@tealight/sources';
import { descriptors, type Setting } from '@tealight/sources/descriptors';
import * as z from 'zod/mini';
import { filled, webAddress } from './fields.ts';

/** The settings of each source with their variables. */
const settingsBySource = descriptors.map(
  ({ name, settings }) => [name, Object.entries<Setting>(settings)] as const,
);

/** The variables of the sources, as their descriptors name them. */
export const SourceEnv = z.object(
  Object.fromEntries(
    settingsBySource.flatMap(([, settings]) =>
      settings.map(([, { variable, kind }]) => [
        variable,
        z.optional(kind === 'address' ? webAddress : filled),
      ]),
    ),
  ),
);
export type SourceEnv = z.output<typeof SourceEnv>;

/** Overrides of the sources' defaults. */
export const sourceSettingsOf = (env: SourceEnv): SourceSettings =>
  Object.fromEntries(
    settingsBySource.map(([name, settings]) => [
      name,
      Object.fromEntries(settings.map(([key, { variable }]) => [key, env[variable]])),
    ]),
  );

/** A source is offered when all its settings without a default are set. The error where only some of them are. */
export function incompleteSettings(env: SourceEnv): string[] {
  return settingsBySource.flatMap(([, settings]) => {
    const names = settings.flatMap(([, setting]) =>
      setting.default === undefined ? [setting.variable] : [],
    );
    const missing = names.filter((name) => env[name] === undefined);
    if (missing.length === 0 || missing.length === names.length) return [];
    return [`${names.join(' and ')} belong together: set ${names.length === 2 ? 'both' : 'all'} or none`];
  });
}
