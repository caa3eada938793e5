import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
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

/** Each use of a class by a component, with its stylesheet; the bundler gives `undefined` for a class that is not in it. */
const usedClasses = globSync('web/src/**/*.tsx').flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, name, css = '']) =>
    [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, className = '']) => ({
      file,
      className,
      css: posix.join(posix.dirname(file), css),
    })),
  );
});

test('every class that a component uses is in its stylesheet', () => {
  expect(usedClasses.length).toBeGreaterThan(100);
  const isMissing = ({ css, className }: { css: string; className: string }) =>
    !new RegExp(`\\.${className}\\b`).test(readFileSync(css, 'utf8'));
  expect(usedClasses.filter(isMissing)).toEqual([]);
});
