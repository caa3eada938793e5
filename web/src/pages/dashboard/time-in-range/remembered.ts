import { useState } from 'react';

/** A choice among a few words that this browser remembers; the first of them until one is made. */
export function useRemembered<Word extends string>(key: string, words: readonly [Word, ...Word[]]) {
  const [word, setWord] = useState<Word>(() => words.find((one) => one === kept(key)) ?? words[0]);
  const choose = (next: Word) => {
    setWord(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // A browser that keeps nothing chooses anew with each page.
    }
  };
  return [word, choose] as const;
}

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
