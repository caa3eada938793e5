import { shareScheme } from '@tealight/contract';
import type { FastifyRequest } from 'fastify';
import type { Authentication } from '../../http/authorize.ts';
import { networkOf } from '../../http/request-address.ts';
import { hashOf } from '../../shared/token.ts';
import type { SharedPage } from '../../store/people/share-links.ts';
import type { Dependencies } from '../dependencies.ts';
import { accountsOf, namedWearer } from '../sessions/sessions-of.ts';

/** 160 random bits in base62 have 27 characters at most. */
const secretOf = new RegExp(`^${shareScheme} +([0-9A-Za-z]{20,40})$`, 'i');

/** Who makes a request: an account by its access token, or a share link by its secret. */
export function authenticationOf(
  dependencies: Pick<Dependencies, 'store' | 'now' | 'budgets'>,
): Authentication {
  const { store, now, budgets } = dependencies;
  return {
    account: accountsOf(dependencies),
    async forgetSelected({ sessionHash }, request) {
      if (namedWearer(request) === null) await store.sessions.select(sessionHash, null);
    },
    async sharedPage(request) {
      const secret = shareSecret(request);
      const page = secret === null ? null : await store.shareLinks.find(hashOf(secret), now());
      if (page === null) await budgets.spend('share-secret', networkOf(request));
      else await countOpening(page, request);
      return page;
    },
  };

  async function countOpening({ link }: SharedPage, request: FastifyRequest): Promise<void> {
    if (!(await budgets.allows('share-opened', `${link.id} ${networkOf(request)}`))) return;
    await store.shareLinks.countOpened(link.id, now());
    if (await budgets.allows('share-opened-audit', link.id))
      await store.audit.add(
        link.wearerId,
        { kind: 'link-opened', by: null, detail: { link: link.name } },
        now(),
      );
  }
}

const shareSecret = ({ headers }: FastifyRequest): string | null =>
  secretOf.exec(headers.authorization ?? '')?.[1] ?? null;
