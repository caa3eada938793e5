import { useEffect, useState } from 'react';

/** `code` is ISO 3166-1 alpha-2. */
export type CountryChoice = { code: string; name: string };

/** The United States is listed first (SUP-1), and is available before the others are loaded. */
const defaultCountry: CountryChoice = { code: 'US', name: 'United States' };

let loaded: readonly CountryChoice[] = [defaultCountry];

/** All countries, the United States first, the others by name. The list is large, so it is loaded on demand. */
async function loadCountries(): Promise<readonly CountryChoice[]> {
  const { allCountries } = await import('country-region-data');
  const others = allCountries
    .map(([name, code]): CountryChoice => ({ code, name }))
    .filter(({ code }) => code !== defaultCountry.code)
    .sort((a, b) => a.name.localeCompare(b.name));
  loaded = [defaultCountry, ...others];
  return loaded;
}

/** The default country, and all countries once they are loaded. */
export function useCountries(): readonly CountryChoice[] {
  const [countries, setCountries] = useState(loaded);
  useEffect(() => {
    let unmounted = false;
    void loadCountries().then(
      (all) => !unmounted && setCountries(all),
      () => undefined,
    );
    return () => {
      unmounted = true;
    };
  }, []);
  return countries;
}
