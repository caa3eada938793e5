import type { Right, ShareScope } from './people/rights.ts';
import type { ProblemCode } from './problem.ts';

/**
 * Who may make a call: anyone; an account with an access token, about itself; an account with this right on the wearer
 * whom the call is about; or a share link of at least this scope.
 */
export type Access = 'anyone' | 'account' | { readonly right: Right } | { readonly scope: ShareScope };

/** The problem codes that a call of this access may answer with. */
export function accessProblems(access: Access): readonly ProblemCode[] {
  if (access === 'anyone') return [];
  if (access === 'account') return ['not-signed-in'];
  if ('scope' in access) return ['link-expired', 'not-allowed'];
  return ['not-signed-in', 'no-such-wearer', 'not-allowed'];
}
