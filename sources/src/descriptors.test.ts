import { readdirSync, readFileSync } from 'node:fs';
import { HOUR_MS, MINUTE_MS } from '@tealight/glucose';
import { describe, expect, test } from 'vitest';
import { commonErrorCodes, otherRegion, regionOf, type SourceDescriptor } from './descriptor.ts';
import { descriptors } from './descriptors.ts';
import { dexcomShare } from './dexcom-share/descriptor.ts';
import { sourceErrorCodes } from './source-error.ts';

const all: readonly SourceDescriptor[] = descriptors;
const named = all.map((descriptor) => [descriptor.name, descriptor] as const);

describe('the descriptors', () => {
  test('have names and variables of their own', () => {
    const variables = all.flatMap(({ settings }) => Object.values(settings).map(({ variable }) => variable));
    for (const names of [all.map(({ name }) => name), variables])
      expect(new Set(names).size).toBe(names.length);
  });

  test('have one form for each type, and one login at most', () => {
    const types = [...new Set(all.map(({ type }) => type))];
    expect(all.filter(({ form }) => form).map(({ type }) => type)).toEqual(types);
    const logins = all.filter(({ connect }) => connect.by === 'login').map(({ type }) => type);
    expect(new Set(logins).size).toBe(logins.length);
  });

  test.each(named)('[SRC-1] %s says its rhythm and how far back it reaches', (name, descriptor) => {
    expect(name).toMatch(/^[a-z]\w+$/);
    expect(descriptor.historyMs).toBeGreaterThanOrEqual(12 * HOUR_MS);
    expect(descriptor.rhythm.everyMs).toBeGreaterThanOrEqual(MINUTE_MS);
  });

  test.each(named)('%s asks in its form for what its login requires', (_, { connect, form }) => {
    if (connect.by !== 'login') return;
    const missing = (connect.login.safeParse({}).error?.issues ?? []).map(({ path }) => path[0]);
    expect(form?.fields.map(({ name }) => name)).toEqual(missing);
  });

  test.each(named)('%s has sentences and steps without a full stop in the former', (_, descriptor) => {
    for (const text of Object.values(descriptor.errorTexts ?? {})) expect(text).toMatch(/^[A-Z].+[^.]$/);
    for (const text of [...(descriptor.guide?.steps ?? []), ...(descriptor.guide?.notes ?? [])]) {
      expect(text).toMatch(/^[A-Z*].+\.$/);
      expect(text.replace(/\*\*[^*]+\*\*|`[^`]+`/g, '')).not.toMatch(/[*`]/);
    }
  });

  test.each(named)('%s lists the errors that its code gives, and no other', (name, { errorCodes }) => {
    const folder = new URL(
      `./${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}/`,
      import.meta.url,
    );
    const code = readdirSync(folder)
      .filter((file) => /\.ts$/.test(file) && !/test\.ts$|^descriptor\.ts$/.test(file))
      .map((file) => readFileSync(new URL(file, folder), 'utf8'))
      .join('\n');
    const written = sourceErrorCodes.filter((errorCode) => code.includes(`'${errorCode}'`));
    // Given by the function that all sources with several people share.
    const shared = code.includes('selectPerson(') ? (['not-shared', 'person-gone'] as const) : [];
    const given = new Set([...written, ...shared, ...commonErrorCodes]);
    expect([...new Set([...errorCodes, ...commonErrorCodes])].sort()).toEqual([...given].sort());
  });
});

describe('Dexcom’s regions', () => {
  const { regions } = dexcomShare;

  test.each([
    ['US', 'US'],
    ['JP', 'JP'],
    ['SG', 'JP'],
    ['DE', 'OUS'],
    ['CA', 'OUS'],
  ])('an account of %s is looked for in %s', (country, region) => {
    expect(regionOf(regions, country)).toBe(region);
  });

  test('the other region is never the one that was tried', () => {
    for (const { id } of regions.list) expect(otherRegion(regions, id)).not.toBe(id);
  });
});
