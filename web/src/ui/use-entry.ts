import { useState } from 'react';
import type * as z from 'zod/mini';

type Values = Record<string, string>;

/** What a field of an entry needs to be drawn. */
export type EntryField = {
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** What is wrong with it, once it has been left. */
  error: string | undefined;
};

export type Entry<V extends Values, Data> = {
  values: V;
  /** What the schema made of the values; null while something is wrong. */
  data: Data | null;
  /** What is wrong with a value now, whether or not it is shown yet. */
  mistakeIn: (name: keyof V) => string | undefined;
  field: (name: keyof V & string) => EntryField;
  /** Shows every mistake, as if every field had been left. */
  showAll: () => void;
  clear: () => void;
};

/** The values of a form, judged by the contract's schema; a mistake is told when its field is left. */
export function useEntry<V extends Values, Data>(schema: z.ZodMiniType<Data>, start: V): Entry<V, Data> {
  const [values, setValues] = useState(start);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const read = schema.safeParse(values);
  const mistakeIn = (name: keyof V) => read.error?.issues.find(({ path }) => path[0] === name)?.message;
  const change = (name: string, value: string) => setValues((now) => ({ ...now, [name]: value }));
  return {
    values,
    data: read.success ? read.data : null,
    mistakeIn,
    field: (name) => ({
      name,
      value: values[name] ?? '',
      onChange: (value) => change(name, value),
      onBlur: () => setLeft((before) => new Set(before).add(name)),
      error: left.has(name) ? mistakeIn(name) : undefined,
    }),
    showAll: () => setLeft(new Set(Object.keys(start))),
    clear: () => {
      setValues(start);
      setLeft(new Set());
    },
  };
}
