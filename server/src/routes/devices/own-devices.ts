import type { WearerPrincipal } from '../../http/authorize.ts';

/** Whose devices an account sees: who may change the settings of the lamps sees all; others, those of their own code. */
export const devicesOf = ({
  rights,
  accountId,
}: Pick<WearerPrincipal, 'rights' | 'accountId'>): { accountId: number } | undefined =>
  rights.has('set-range') ? undefined : { accountId };
