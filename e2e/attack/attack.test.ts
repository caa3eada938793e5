import { expect, onTestFailed, test } from 'vitest';
import { attack } from './attack.ts';

/** The short form of `npm run attack`. */
const SECONDS = Number(process.env.ATTACK_SECONDS ?? 20);

test(
  'whatever an attacker does to a running Tealight, a wearer notices nothing and loses nothing',
  async () => {
    const seed = Number(process.env.ATTACK_SEED ?? Date.now() % 1_000_000);
    onTestFailed(() => console.error(`The seed was ${seed}: repeat with ATTACK_SEED=${seed}`));
    const { violations, requests } = await attack({ seconds: SECONDS, seed, limits: true });
    expect(violations).toEqual([]);
    expect(requests).toBeGreaterThan(1000);
  },
  (SECONDS + 150) * 1000,
);
