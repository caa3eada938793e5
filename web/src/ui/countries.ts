import { useEffect, useState } from 'react';

/** `code` is ISO 3166-1 alpha-2. */
export type CountryChoice = { code: string; name: string };

/** Where most wearers live stands first (SUP-1), and is there before the others are loaded. */
const first: CountryChoice = { code: 'US', name: 'United States' };

let loaded: readonly CountryChoice[] = [first];

/** All countries, the United States first, the others by name. The list is large, so it comes when a form wants it. */
export async function loadCountries(): Promise<readonly CountryChoice[]> {
  const { allCountries } = await import('country-region-data');
  const others = allCountries
    .map(([name, code]): CountryChoice => ({ code, name }))
    .filter(({ code }) => code !== first.code)
    .sort((a, b) => a.name.localeCompare(b.name));
  loaded = [first, ...others];
  return loaded;
}

/** The countries known so far, and all of them as soon as they are loaded. */
export function useCountries(): readonly CountryChoice[] {
  const [countries, setCountries] = useState(loaded);
  useEffect(() => {
    let gone = false;
    void loadCountries().then(
      (all) => !gone && setCountries(all),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  return countries;
}
