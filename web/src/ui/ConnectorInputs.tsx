import { Checkbox, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import type { DexcomRegion } from '@tealight/contract';
import type { ConnectorInput } from './connectors.ts';
import { type ConnectorEntry, dexcomRegionNames } from './use-connector-entry.ts';

export type ConnectorInputsProps = {
  entry: ConnectorEntry;
  /** Where Dexcom looked by itself, once it has refused and another region is worth a try. */
  home: DexcomRegion | null;
};

const regions = Object.entries(dexcomRegionNames).map(([value, label]) => ({ value, label }));

/** The fields of the chosen source. */
export function ConnectorInputs({ entry, home }: ConnectorInputsProps) {
  if (entry.chosen === null) return null;
  return (
    <Stack gap="sm">
      {entry.chosen.inputs.map((input) => (
        <LoginField key={input.name} input={input} entry={entry} />
      ))}
      {entry.chosen.type === 'medtronic' && (
        <Checkbox
          label="Is US region?"
          checked={entry.isUsRegion}
          onChange={(event) => entry.setUsRegion(event.currentTarget.checked)}
        />
      )}
      {entry.chosen.type === 'dexcom' && home !== null && (
        <NativeSelect
          label="Where the Dexcom account was made"
          data={regions}
          value={entry.region ?? home}
          onChange={({ currentTarget: { value } }) => entry.setRegion(value as DexcomRegion)}
        />
      )}
    </Stack>
  );
}

// A vendor's login is not the wearer's own: password managers are asked to leave these fields alone.
const notOurs = { 'data-1p-ignore': true, 'data-lpignore': 'true', 'data-bwignore': true } as const;

function LoginField({ input, entry }: { input: ConnectorInput; entry: ConnectorEntry }) {
  const { name, label, kind } = input;
  const shared = {
    ...notOurs,
    label,
    name: `source-${name}`,
    required: true,
    withAsterisk: false,
    value: entry.typed[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => entry.type(name, event.currentTarget.value),
  };
  if (kind === 'secret') {
    return (
      <PasswordInput
        {...shared}
        autoComplete="one-time-code"
        visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed', tabIndex: 0 }}
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
