import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const files = globSync('web/src/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));
/** Styles that no component of ours names: those of all, and of the parts that named components consist of. */
const shared = [
  ...['baseline', 'default-css-variables', 'global', 'UnstyledButton', 'Input'],
  ...['InlineInput', 'CheckboxIndicator', 'FloatingIndicator'],
];

test('styles of Mantine are loaded for components in use alone', () => {
  const used = files.flatMap((text) =>
    [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    ),
  );
  const loaded = files.flatMap((text) =>
    [...text.matchAll(/'@mantine\/core\/styles\/([\w-]+)\.layer\.css'/g)].map(([, name = '']) => name),
  );
  expect(loaded.length).toBeGreaterThan(shared.length);
  expect(loaded.filter((name) => !used.includes(name) && !shared.includes(name))).toEqual([]);
});

test('every class that a component names is in its style sheet', () => {
  const missing = globSync('web/src/**/*.tsx').flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(/import (\w+) from '(\.[^']*\.module\.css)'/g)].flatMap(
      ([, name, path = '']) => {
        const sheet = readFileSync(join(dirname(file), path), 'utf8');
        const named = [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, one]) => one);
        return named.filter((one) => !sheet.includes(`.${one}`)).map((one) => `${file}: ${one}`);
      },
    );
  });
  expect(missing).toEqual([]);
});
