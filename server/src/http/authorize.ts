import type { Access, Call, Right } from '@tealight/contract';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../store/accounts/accounts.ts';
import type { WearerAccess } from '../store/accounts/sessions.ts';
import type { Wearer } from '../store/accounts/wearers.ts';
import type { SharedPage } from '../store/people/share-links.ts';
import { ProblemError } from './problem-error.ts';

/** The account that makes a call, as stored when it arrived, and the session. */
export type SignedIn = {
  accountId: number;
  account: Account;
  sessionHash: string;
};

/** The account, and the wearer whom the call is about. */
export type WearerPrincipal = SignedIn & { wearerId: number; wearer: Wearer } & Pick<
    WearerAccess,
    'rights' | 'follow'
  >;

/** Finds out who makes a request. */
export type Authentication = {
  /** Null without a valid access token. `publicId`: of the wearer, in place of the one that the request names. */
  account(
    request: FastifyRequest,
    publicId?: string,
  ): Promise<(SignedIn & { wearerAccess: WearerAccess | null }) | null>;
  /**
   * Deselects a wearer who is gone or not visible any more: from the next call on, the session is about the account's first
   * own wearer. Does nothing where the request names a wearer.
   */
  forgetSelected(signedIn: SignedIn, request: FastifyRequest): Promise<void>;
  /** The page of a share link; null without a valid secret. Throws `too-many-tries`. */
  sharedPage(request: FastifyRequest): Promise<SharedPage | null>;
};

/** Who makes a call, as far as its access needs it. */
export type PrincipalOf<A extends Access> = A extends 'anyone'
  ? null
  : A extends 'account'
    ? SignedIn
    : A extends { right: Right }
      ? WearerPrincipal
      : SharedPage;

/**
 * The only place where calls are authorized: who makes the request, and whether this access allows it.
 *
 * Throws `not-signed-in`, `no-such-wearer`, `not-allowed`, `link-expired`, `too-many-tries`.
 */
export const authorize = <const C extends AccessRule>(
  authentication: Authentication,
  call: C,
  request: FastifyRequest,
): Promise<PrincipalOf<C['access']>> =>
  // The check below gives for each access what its type says.
  check(authentication, call, request) as Promise<PrincipalOf<C['access']>>;

/** What authorization depends on. */
type AccessRule = Pick<Call, 'access' | 'furtherRight'>;

/** Whether a stream may go on that was opened for this wearer, or for the account or link. A store that fails for a moment ends none. */
export const isStillAllowed = (
  authentication: Authentication,
  { call, request, wearer }: { call: AccessRule; request: FastifyRequest; wearer?: Wearer },
): Promise<boolean> =>
  check(authentication, call, request, wearer?.publicId).then(
    () => true,
    (error: unknown) => !(error instanceof ProblemError),
  );

async function check(
  authentication: Authentication,
  { access, furtherRight }: AccessRule,
  request: FastifyRequest,
  publicId?: string,
): Promise<PrincipalOf<Access>> {
  if (access === 'anyone') return null;
  if (typeof access === 'object' && 'scope' in access) {
    const page = await authentication.sharedPage(request);
    if (page === null) throw new ProblemError('link-expired');
    if (!page.scopes.has(access.scope)) throw new ProblemError('not-allowed');
    return page;
  }
  const found = await authentication.account(request, publicId);
  if (found === null) throw new ProblemError('not-signed-in');
  const { wearerAccess, ...signedIn } = found;
  if (access === 'account') return signedIn;
  if (wearerAccess === null) {
    if (publicId === undefined) await authentication.forgetSelected(signedIn, request);
    throw new ProblemError('no-such-wearer');
  }
  const { wearer, rights, follow } = wearerAccess;
  const needed = [access.right, ...(needsFurtherRight(furtherRight, request) ? [furtherRight.right] : [])];
  const missing = needed.find((right) => !rights.has(right));
  if (missing !== undefined) throw notAllowed(wearer, missing);
  return { ...signedIn, wearerId: wearer.id, wearer, rights, follow };
}

const needsFurtherRight = (
  furtherRight: Call['furtherRight'],
  { query }: FastifyRequest,
): furtherRight is NonNullable<Call['furtherRight']> =>
  furtherRight?.fields.some((field) => typeof query === 'object' && query !== null && field in query) ??
  false;

const rightsToSee: readonly Right[] = ['see-now', 'see-day', 'see-history', 'get-alarms', 'audit'];

const notAllowed = ({ name }: Wearer, missing: Right) =>
  new ProblemError('not-allowed', {
    title: rightsToSee.includes(missing)
      ? `You may not see this for ${name}`
      : `You may look, but not change this for ${name}`,
  });
