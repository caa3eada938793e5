import { useState } from 'react';
import type * as z from 'zod/mini';
import { CallFailed } from '../../data/call.ts';
import { messagesOf } from '../../data/call-failed.ts';
import { afterPress } from '../../data/page/after-press.ts';

type Values = Record<string, string>;

/** The props of a field. */
export type FieldProps = {
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** The error, once the field has lost focus or the server has refused its value. */
  error: string | undefined;
};

export type FormValues<V extends Values, Data> = {
  values: V;
  /** The parsed values; null while one is invalid. */
  data: Data | null;
  /** The current error of a value, whether or not it is shown yet. */
  errorOf: (name: keyof V) => string | undefined;
  field: (name: keyof V & string) => FieldProps;
  /** What the server refused these values with and no field shows; empty once a value has changed. */
  formErrors: readonly string[];
  /** The error of the call that sent the values; null without one. */
  submitError: unknown;
  /** Shows every error, as if every field had lost focus. */
  showAllErrors: () => void;
  clear: () => void;
};

/**
 * The values of a form, validated by the contract's schema; an error is shown once its field has lost focus.
 * `refused`: the error of the call that sent them; it is shown beside its field until that changes.
 */
export function useFormValues<V extends Values, Data>(
  schema: z.ZodMiniType<Data>,
  start: V,
  refused: unknown = null,
): FormValues<V, Data> {
  const [values, setValues] = useState(start);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const result = schema.safeParse(values);
  const server = useRefused(refused, values);
  const errorOf = (name: keyof V) =>
    result.error?.issues.find(({ path }) => path[0] === name)?.message ?? server.errorOf(String(name));
  const change = (name: string, value: string) => setValues((now) => ({ ...now, [name]: value }));
  return {
    values,
    data: result.success ? result.data : null,
    errorOf,
    field: (name) => ({
      name,
      value: values[name] ?? '',
      onChange: (value) => change(name, value),
      // The press that leaves the field must not miss what it is meant for, which the error moves.
      onBlur: () => afterPress(() => setTouched((before) => new Set(before).add(name))),
      error: touched.has(name) ? errorOf(name) : server.errorOf(name),
    }),
    formErrors: server.others,
    submitError: refused,
    showAllErrors: () => setTouched(new Set(Object.keys(start))),
    clear: () => {
      setValues(start);
      setTouched(new Set());
    },
  };
}

/** The server's errors of the values that it refused: those of a field that is as it was sent, and all others. */
function useRefused(error: unknown, values: Values) {
  const [sent, setSent] = useState({ error, values });
  if (sent.error !== error) setSent({ error, values });
  const fields = error instanceof CallFailed ? (error.problem?.errors ?? {}) : {};
  const isUnchanged = (name: string) => sent.values[name] === values[name];
  const errorOf = (name: string) => (isUnchanged(name) ? fields[name]?.join('. ') : undefined);
  const ofFields = Object.keys(values).flatMap((name) => fields[name] ?? []);
  const isShown = error !== null && error !== undefined && Object.keys(values).every(isUnchanged);
  const others = isShown ? messagesOf(error).filter((message) => !ofFields.includes(message)) : [];
  return { errorOf, others };
}
