import { type Descriptor, descriptors, type SourceDescriptor } from '@tealight/sources/descriptors';

/** What a wearer can connect, in the specification's spelling. */
export type SourceType = Descriptor['type'];
/** What a wearer is connected to. */
export type ConnectionType = SourceType | 'none';

export const sourceTypes: readonly SourceType[] = [...new Set(descriptors.map(({ type }) => type))];
export const connectionTypes: readonly ConnectionType[] = [...sourceTypes, 'none'];

/** The sources that connect a type, the usual one first. */
export const sourcesOfType = (type: ConnectionType): readonly SourceDescriptor[] =>
  descriptors.filter((descriptor) => descriptor.type === type);

/** The name of the vendor or its product, as sentences have it. */
export const sourceName = (type: ConnectionType): string => sourcesOfType(type)[0]?.label ?? 'The source';
