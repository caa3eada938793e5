import { useState } from 'react';

/** A choice among a few values, stored in this browser; the first value by default. */
export function useStoredChoice<Value extends string>(key: string, values: readonly [Value, ...Value[]]) {
  const [value, setValue] = useState<Value>(() => values.find((one) => one === readStored(key)) ?? values[0]);
  const choose = (next: Value) => {
    setValue(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Without storage, the choice lasts as long as the page is open.
    }
  };
  return [value, choose] as const;
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
