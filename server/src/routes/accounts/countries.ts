import { Country } from '@tealight/contract';
import * as z from 'zod/mini';
import type { FieldErrors } from '../../http/validate.ts';

let codes: Promise<ReadonlySet<string>> | null = null;

/** The list is large and is loaded with the first sign-up. */
function knownCodes(): Promise<ReadonlySet<string>> {
  codes ??= import('country-region-data').then(
    ({ allCountries }) => new Set(allCountries.map(([, code]) => code.toUpperCase())),
  );
  return codes;
}

/** The error of an unknown country code; none where the schema reports it already. */
export async function countryErrors({ location }: Readonly<Record<string, unknown>>): Promise<FieldErrors> {
  const read = z.safeParse(Country, location);
  if (!read.success || (await knownCodes()).has(read.data)) return {};
  return { location: ['This country is not known'] };
}
