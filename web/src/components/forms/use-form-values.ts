import { useState } from 'react';
import type * as z from 'zod/mini';

type Values = Record<string, string>;

/** The props of a field. */
export type FieldProps = {
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** The error, once the field has lost focus. */
  error: string | undefined;
};

export type FormValues<V extends Values, Data> = {
  values: V;
  /** The parsed values; null while one is invalid. */
  data: Data | null;
  /** The current error of a value, whether or not it is shown yet. */
  errorOf: (name: keyof V) => string | undefined;
  field: (name: keyof V & string) => FieldProps;
  /** Shows every error, as if every field had lost focus. */
  showAllErrors: () => void;
  clear: () => void;
};

/** The values of a form, validated by the contract's schema; an error is shown once its field has lost focus. */
export function useFormValues<V extends Values, Data>(
  schema: z.ZodMiniType<Data>,
  start: V,
): FormValues<V, Data> {
  const [values, setValues] = useState(start);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const result = schema.safeParse(values);
  const errorOf = (name: keyof V) => result.error?.issues.find(({ path }) => path[0] === name)?.message;
  const change = (name: string, value: string) => setValues((now) => ({ ...now, [name]: value }));
  return {
    values,
    data: result.success ? result.data : null,
    errorOf,
    field: (name) => ({
      name,
      value: values[name] ?? '',
      onChange: (value) => change(name, value),
      onBlur: () => setTouched((before) => new Set(before).add(name)),
      error: touched.has(name) ? errorOf(name) : undefined,
    }),
    showAllErrors: () => setTouched(new Set(Object.keys(start))),
    clear: () => {
      setValues(start);
      setTouched(new Set());
    },
  };
}
