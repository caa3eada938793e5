import { type Owner, type Seal, SealError } from '../seal/seal.ts';

/** What was sealed; null for nothing, and for what no key opens any more. */
export function unsealed(seal: Pick<Seal, 'open'>, text: string | null, owner: Owner): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(seal.open(text, owner));
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
