import { Country } from '@tealight/contract';
import * as z from 'zod/mini';
import type { FieldErrors } from '../../http/validate.ts';

let codes: Promise<ReadonlySet<string>> | null = null;

/** The list is loaded with the first sign-up: it is large, and most nodes answer other calls first. */
function knownCodes(): Promise<ReadonlySet<string>> {
  codes ??= import('country-region-data').then(
    ({ allCountries }) => new Set(allCountries.map(([, code]) => code.toUpperCase())),
  );
  return codes;
}

/** What is wrong with a country that looks like one and is on no list; nothing where the schema says it already. */
export async function countryErrors({ location }: Readonly<Record<string, unknown>>): Promise<FieldErrors> {
  const read = z.safeParse(Country, location);
  if (!read.success || (await knownCodes()).has(read.data)) return {};
  return { location: ['This country is not known'] };
}
