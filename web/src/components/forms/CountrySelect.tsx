import { NativeSelect } from '@mantine/core';
import { commonText } from '../../text/common.ts';
import { useCountries } from './countries.ts';
import type { FieldProps } from './use-form-values.ts';

/** A select for the country. The value is an ISO 3166-1 alpha-2 code. */
export function CountrySelect({ onChange, value, ...field }: FieldProps) {
  const countries = useCountries();
  const isMissing = value !== '' && !countries.some(({ code }) => code === value);
  return (
    <NativeSelect
      {...field}
      label={commonText.fields.country}
      autoComplete="country"
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="" disabled>
        {commonText.fields.chooseCountry}
      </option>
      {isMissing && <option value={value}>{value}</option>}
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
