import { setTimeout as pause } from 'node:timers/promises';

/** Runs work whose length tells something, and answers only after a time that tells nothing. */
export async function evenly<T>(leastMs: number, work: () => Promise<T>): Promise<T> {
  const rest = pause(leastMs);
  try {
    return await work();
  } finally {
    await rest;
  }
}
