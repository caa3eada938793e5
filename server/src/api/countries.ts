import { Refusal } from './refusal.ts';

let codes: Promise<ReadonlySet<string>> | null = null;

/** The list is loaded with the first sign-up: it is large, and most nodes answer other calls first. */
function knownCodes(): Promise<ReadonlySet<string>> {
  codes ??= import('country-region-data').then(
    ({ allCountries }) => new Set(allCountries.map(([, code]) => code.toUpperCase())),
  );
  return codes;
}

/** Throws the refusal of a country that is on no list. */
export async function assertCountry(code: string): Promise<void> {
  if (!(await knownCodes()).has(code)) {
    throw new Refusal('invalid-input', { errors: { location: ['This country is not known'] } });
  }
}
