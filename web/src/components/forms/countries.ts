import { useEffect, useState } from 'react';
import { commonText } from '../../text/common.ts';

/** `code` is ISO 3166-1 alpha-2. */
export type CountryChoice = { code: string; name: string };

/** The United States is listed first (SUP-1), and is available before the others are loaded. */
const defaultCountry = (): CountryChoice => ({ code: 'US', name: commonText.fields.unitedStates });

let loaded: readonly CountryChoice[] | null = null;

/** All countries, the United States first, the others by name. The list is large, so it is loaded on demand. */
async function loadCountries(): Promise<readonly CountryChoice[]> {
  const { allCountries } = await import('country-region-data');
  const first = defaultCountry();
  const others = allCountries
    .map(([name, code]): CountryChoice => ({ code, name }))
    .filter(({ code }) => code !== first.code)
    .sort((a, b) => a.name.localeCompare(b.name));
  loaded = [first, ...others];
  return loaded;
}

/** The default country, and all countries once they are loaded. */
export function useCountries(): readonly CountryChoice[] {
  const [countries, setCountries] = useState(() => loaded ?? [defaultCountry()]);
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
