import { expect, onTestFailed, test } from 'vitest';
import { attack } from './attack.ts';

/** The short form of `npm run attack`. */
const SECONDS = Number(process.env.ATTACK_SECONDS ?? 20);

test(
  'no attack on a running Tealight slows down a wearer or loses readings',
  async () => {
    const seed = Number(process.env.ATTACK_SEED ?? Date.now() % 1_000_000);
    onTestFailed(() => console.error(`The seed was ${seed}: repeat with ATTACK_SEED=${seed}`));
    const { violations, requests } = await attack({ seconds: SECONDS, seed, limits: true });
    expect(violations).toEqual([]);
    // The attackers were at work, however slow the machine is.
    expect(requests).toBeGreaterThan(100);
  },
  (SECONDS + 150) * 1000,
);
