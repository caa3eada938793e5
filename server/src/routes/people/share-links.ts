import { randomInt } from 'node:crypto';
import {
  endShareLink,
  listShareLinks,
  MAX_SHARE_LINKS,
  makeShareLink,
  rotateShareLink,
  sharePath,
  shareTimesMs,
} from '@tealight/contract';
import { ProblemError } from '../../http/problem-error.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import { hashOf } from '../../shared/token.ts';
import type { Dependencies } from '../dependencies.ts';
import { isWithin, lockBoth, noteAudit, spendRecorded } from './access-changes.ts';

/** Characters that every messenger leaves as they are. */
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 27 of them carry 160 random bits (PPL-27). */
const SECRET_LENGTH = 27;

const newSecret = (): string =>
  Array.from({ length: SECRET_LENGTH }, () => base62[randomInt(base62.length)]).join('');

/** Links that show a page of a wearer to anyone who has them. */
export function serveShareLinks(api: Api, dependencies: Dependencies): void {
  const { store, changes, now, site } = dependencies;
  const addressOf = (secret: string) => `${site.publicUrl}${sharePath}#${secret}`;

  serve(api, listShareLinks, async ({ principal }) => {
    const links = await store.shareLinks.of(principal.wearerId, now());
    return {
      links: links.map(({ id, name, alias, scope, madeAt, expiresAt, openedAt, opened }) => ({
        id,
        name,
        alias,
        scope,
        opened,
        madeAt: new Date(madeAt).toISOString(),
        expiresAt: moment(expiresAt),
        lastOpenedAt: moment(openedAt),
      })),
    };
  });

  serve(api, makeShareLink, async ({ body: { name, scope, lasts, alias = null }, principal }) => {
    await spendRecorded(dependencies, principal);
    const { wearerId, accountId: by } = principal;
    const secret = newSecret();
    const lastsMs = shareTimesMs[lasts];
    const expiresAt = lastsMs === null ? null : now() + lastsMs;
    const id = await store.transaction(async (inside) => {
      const { rights } = await lockBoth(inside, principal, 'links');
      // Nobody gives what they may not see (PPL-6).
      if (!isWithin({ scope }, rights)) throw new ProblemError('not-allowed');
      const links = await inside.shareLinks.of(wearerId, now());
      if (links.length >= MAX_SHARE_LINKS) throw new ProblemError('too-many-links');
      await noteAudit(inside, wearerId, { kind: 'link-made', by, detail: { link: name } }, now());
      const link = { wearerId, tokenHash: hashOf(secret), name, alias, scope, expiresAt };
      return inside.shareLinks.add({ ...link, madeAt: now(), madeBy: by });
    });
    return { id, link: addressOf(secret) };
  });

  serve(api, rotateShareLink, async ({ body: { id }, principal }) => {
    await spendRecorded(dependencies, principal);
    const { wearerId, accountId: by } = principal;
    const secret = newSecret();
    await store.transaction(async (inside) => {
      const { rights } = await lockBoth(inside, principal, 'links');
      const link = (await inside.shareLinks.of(wearerId, now())).find((one) => one.id === id);
      if (link === undefined) throw new ProblemError('no-such-link');
      if (!isWithin(link, rights)) throw new ProblemError('not-allowed');
      await inside.shareLinks.rotate(wearerId, id, hashOf(secret), by);
      await noteAudit(inside, wearerId, { kind: 'link-rotated', by, detail: { link: link.name } }, now());
    });
    await changes.publish(wearerId, 'people');
    return { id, link: addressOf(secret) };
  });

  serve(api, endShareLink, async ({ body: { id }, principal }) => {
    await spendRecorded(dependencies, principal);
    const { wearerId, accountId: by } = principal;
    await store.transaction(async (inside) => {
      await lockBoth(inside, principal, 'links');
      const link = (await inside.shareLinks.of(wearerId, now())).find((one) => one.id === id);
      if (link === undefined) throw new ProblemError('no-such-link');
      await inside.shareLinks.remove(wearerId, id);
      await noteAudit(inside, wearerId, { kind: 'link-ended', by, detail: { link: link.name } }, now());
    });
    await changes.publish(wearerId, 'people');
    return { isSuccess: true };
  });
}

const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString());
