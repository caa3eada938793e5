import type { SourceType } from '@tealight/contract';
import { type ConnectForm, descriptors, type SourceDescriptor } from '@tealight/sources/descriptors';

/** A source that wearers connect by a form. */
export type Connector = SourceDescriptor & { type: SourceType; form: ConnectForm };

export const connectors: readonly Connector[] = descriptors.filter((descriptor) => 'form' in descriptor);

/** A connector by its type. Throws for a type that has none. */
export function connectorOf(type: SourceType): Connector {
  const found = connectors.find((connector) => connector.type === type);
  if (found === undefined) throw new RangeError(`There is no connector for ${type}`);
  return found;
}

/** What was typed, as it is sent: names and addresses trimmed, secrets untouched. */
export function sentLogin(
  { form }: Connector,
  texts: Readonly<Record<string, string>>,
): Record<string, string> {
  const fields = form.fields.filter(({ kind }) => kind !== 'checkbox');
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const text = texts[name] ?? '';
      return [name, kind === 'secret' ? text : text.trim()];
    }),
  );
}

/** Whether everything that the card asks for is filled. */
export const isFilled = (connector: Connector, texts: Readonly<Record<string, string>>): boolean =>
  Object.values(sentLogin(connector, texts)).every((text) => text.trim() !== '');
