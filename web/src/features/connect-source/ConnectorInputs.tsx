import { Checkbox, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import type { FormField } from '@tealight/sources/descriptors';
import { connectSourceText } from '../../text/connect-source.ts';
import type { ConnectionForm } from './use-connection-form.ts';

export type ConnectorInputsProps = {
  connection: ConnectionForm;
  /** Once the source has refused, and another region is worth a try. */
  asksRegion: boolean;
  /** The region that was tried, as far as it is known, or that is chosen now. */
  region: string | null;
};

/** The fields of the chosen source. */
export function ConnectorInputs({ connection, asksRegion, region }: ConnectorInputsProps) {
  if (connection.chosen === null) return null;
  const { form, regions } = connection.chosen;
  return (
    <Stack gap="sm">
      {form.fields.map((field) => (
        <LoginField key={field.name} field={field} connection={connection} />
      ))}
      {regions && asksRegion && (
        <NativeSelect
          label={regions.label}
          data={[
            ...(region === null ? [{ value: '', label: connectSourceText.chooser.chooseRegion }] : []),
            ...regions.list.map(({ id, label }) => ({ value: id, label })),
          ]}
          value={region ?? ''}
          onChange={({ currentTarget: { value } }) => connection.setRegion(value)}
        />
      )}
    </Stack>
  );
}

// A vendor's login is not the wearer's own: password managers are asked to leave these fields alone.
const notOurs = { 'data-1p-ignore': true, 'data-lpignore': 'true', 'data-bwignore': true } as const;

function LoginField({ field, connection }: { field: FormField; connection: ConnectionForm }) {
  const { name, label, kind } = field;
  const shared = {
    ...notOurs,
    label,
    name: `source-${name}`,
    required: true,
    withAsterisk: false,
    value: connection.texts[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      connection.setText(name, event.currentTarget.value),
  };
  if (kind === 'checkbox') {
    return (
      <Checkbox
        label={label}
        checked={connection.checkedBoxes.includes(name)}
        onChange={(event) => connection.setBox(name, event.currentTarget.checked)}
      />
    );
  }
  if (kind === 'secret') {
    return (
      <PasswordInput
        {...shared}
        autoComplete="one-time-code"
        visibilityToggleButtonProps={{ 'aria-label': connectSourceText.card.showSecret, tabIndex: 0 }}
      />
    );
  }
  const inputMode = kind === 'text' ? 'text' : kind;
  const placeholder = kind === 'url' ? 'https://' : undefined;
  return (
    <TextInput
      {...shared}
      {...(placeholder && { placeholder })}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      inputMode={inputMode}
    />
  );
}
