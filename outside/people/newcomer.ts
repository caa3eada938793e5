/** Somebody who has just bought a sensor. */
export type Newcomer = { firstName: string; lastName: string; email: string; password: string };

let born = 0;

/** A person nobody knows yet. */
export function newcomer(): Newcomer {
  born += 1;
  const email = `ada.${Date.now()}.${born}@example.com`;
  return { firstName: 'Ada', lastName: 'Moreno', email, password: 'Glow-in-the-dark7!' };
}
