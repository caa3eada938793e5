import { type Descriptor, descriptors, type SourceDescriptor } from '@tealight/sources/descriptors';

/** The types of sources, in the specification's spelling. */
export type SourceType = Descriptor['type'];
/** The type of a connection. */
export type ConnectionType = SourceType | 'none';

export const sourceTypes: readonly SourceType[] = [...new Set(descriptors.map(({ type }) => type))];
export const connectionTypes: readonly ConnectionType[] = [...sourceTypes, 'none'];

/** The sources that connect a type, the usual one first; only the one of this name, where the type has it. */
export function sourcesOfType(type: ConnectionType, name?: string | undefined): readonly SourceDescriptor[] {
  const ofType = descriptors.filter((descriptor) => descriptor.type === type);
  const named = ofType.filter((descriptor) => descriptor.name === name);
  return named.length > 0 ? named : ofType;
}

/** The name of the vendor or its product in sentences. */
export const sourceName = (type: ConnectionType): string => sourcesOfType(type)[0]?.label ?? 'The source';
