import type { Setting, SourceDescriptor } from './descriptor.ts';
import type { descriptors } from './descriptors.ts';
import { dexcomApi as dexcomApiDescriptor } from './dexcom-api/descriptor.ts';
import { dexcomApi } from './dexcom-api/source.ts';
import { dexcomShare as dexcomShareDescriptor } from './dexcom-share/descriptor.ts';
import { dexcomShare } from './dexcom-share/source.ts';
import { libre as libreDescriptor } from './libre/descriptor.ts';
import { libre } from './libre/source.ts';
import { medtronic as medtronicDescriptor } from './medtronic/descriptor.ts';
import { medtronic } from './medtronic/source.ts';
import { nightscout as nightscoutDescriptor } from './nightscout/descriptor.ts';
import { nightscout } from './nightscout/source.ts';

export type SourceName = (typeof descriptors)[number]['name'];

/** The settings that replace defaults, by source and by name of the setting. */
export type SourceSettings = { [Name in SourceName]?: Readonly<Record<string, string | undefined>> };

/** The client of every source, by name; undefined where a setting without a default is not set. */
export function sourcesOf(replaced: SourceSettings = {}) {
  const open = opener(replaced);
  return {
    dexcomShare: open(dexcomShareDescriptor, dexcomShare),
    dexcomApi: open(dexcomApiDescriptor, dexcomApi),
    libre: open(libreDescriptor, libre),
    nightscout: open(nightscoutDescriptor, nightscout),
    medtronic: open(medtronicDescriptor, medtronic),
  } satisfies Record<SourceName, unknown>;
}

export type Sources = ReturnType<typeof sourcesOf>;

type SettingsOf<D extends SourceDescriptor> = Record<keyof D['settings'], string>;
/** `undefined` for a source that has a setting without a default. */
type Missing<D extends SourceDescriptor> = D['settings'][keyof D['settings']] extends { default: string }
  ? never
  : undefined;

function opener(replaced: Readonly<Record<string, Readonly<Record<string, string | undefined>>>>) {
  return <const D extends SourceDescriptor, Client>(
    { name, settings }: D,
    create: (settings: SettingsOf<D>) => Client,
  ): Client | Missing<D> => {
    const values = Object.entries<Setting>(settings).map(
      ([key, setting]) => [key, settingOf(setting, replaced[name]?.[key])] as const,
    );
    if (values.some(([, value]) => value === undefined)) return undefined as Missing<D>;
    return create(Object.fromEntries(values) as SettingsOf<D>);
  };
}

function settingOf({ kind, default: usual }: Setting, replaced: string | undefined): string | undefined {
  const value = replaced ?? usual;
  // Paths are appended to addresses.
  return kind === 'address' ? value?.replace(/\/+$/, '') : value;
}
