import { Readable } from 'node:stream';
import { exportData } from '@tealight/contract';
import { toMmol } from '@tealight/glucose';
import { networkOf } from '../../http/request-address.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import { DAY, isoTime } from '../../shared/time-units.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { Wearer } from '../../store/accounts/wearers.ts';
import type { Dependencies } from '../dependencies.ts';
import { mails } from '../mails/mails.ts';
import { toAuditEntry } from '../people/audit.ts';
import { readPhotos } from '../photos/photos.ts';
import { activityOf } from '../sessions/sessions.ts';
import { deviceOf, noteActivity } from './activity.ts';
import { exportedAlarms, exportedChannels } from './exported-alarms.ts';
import { withOwnAccount } from './own-account.ts';

/** Readings are read in parts of this length, so that years of them need no memory. */
const PIECE_MS = 30 * DAY;
/** Sources have at most this much history from before the wearer; older readings are read in one part. */
const EARLIER_MS = 400 * DAY;

/** Everything stored about a person, as JSON and CSV in one zip file, streamed. */
export function serveExport(api: Api, dependencies: Dependencies): void {
  serve(api, exportData, async ({ body: { password }, principal, request, reply }) => {
    const typed = { password, network: networkOf(request) };
    const account = await withOwnAccount(dependencies, principal, typed, {
      prepare: () => dependencies.budgets.allows('activity-mail', `export ${principal.accountId}`),
      async work(inside, own, mayMail) {
        await noteActivity(inside, own.id, 'data-exported', { request, now: dependencies.now });
        if (mayMail) await mails.exported(inside, { ...own, device: deviceOf(request) }, dependencies);
        return own;
      },
    });
    dependencies.flushOutbox();
    await dependencies.budgets.spend('heavy', account.id);
    const day = new Date(dependencies.now()).toISOString().slice(0, 10);
    reply.header('content-disposition', `attachment; filename="tealight-${day}.zip"`);
    return zipOf(account, dependencies);
  });
}

async function zipOf(account: Account, dependencies: Dependencies): Promise<Readable> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const out = Readable.from(zip.outputStream as AsyncIterable<Buffer>, { objectMode: false });
  zip.on('error', (error) => out.destroy(error as Error));
  // Fastify removes its listener when the client has left; a later error must not end the process.
  out.on('error', () => {});
  const left = new AbortController();
  out.once('close', () => left.abort());
  const addText = (name: string, pieces: AsyncIterable<string>) =>
    zip.addReadStreamLazy(name, (give) => {
      // The zip does not handle errors of its inputs, and an unhandled one would end the process.
      const text = Readable.from(pieces, { objectMode: false });
      give(
        null,
        text.on('error', (error) => out.destroy(error)),
      );
    });

  zip.addBuffer(
    Buffer.from(JSON.stringify(await aboutPerson(account, dependencies), null, 2)),
    'account.json',
  );
  for (const [index, wearer] of (await dependencies.store.wearers.ofAccount(account.id)).entries()) {
    // A wearer that was handed over may be older than the account, and one of before families younger.
    const since = Math.min(wearer.createdAt, account.createdAt);
    const folder = index === 0 ? '' : `wearer-${index + 1}/`;
    const about = {
      ...aboutWearer(wearer),
      ...(await dependencies.more(wearer.id)),
      ...(await aboutAccess(wearer.id, dependencies)),
      alarmHistory: await exportedAlarms(wearer.id, dependencies),
    };
    zip.addBuffer(Buffer.from(JSON.stringify(about, null, 2)), `${folder}wearer.json`);
    addText(`${folder}readings.csv`, csvOf(readingsOf(wearer, since, dependencies, left.signal)));
    addText(`${folder}readings.json`, jsonOf(readingsOf(wearer, since, dependencies, left.signal)));
  }
  for (const { name, content } of await readPhotos(dependencies.site, account.photo)) {
    zip.addBuffer(content, `photos/${name}`, { compress: false });
  }
  zip.end();
  return out;
}

async function aboutPerson(account: Account, { store, now }: Dependencies) {
  const { email, firstName, lastName, location, phone, emailConfirmedAt, firstSignedInAt, createdAt } =
    account;
  const sessions = await store.sessions.list(account.id, now());
  const mails = await store.mailSettings.of(account.id);
  return {
    email,
    firstName,
    lastName,
    country: location,
    phoneNumber: phone,
    createdAt: isoTime(createdAt),
    emailConfirmedAt: isoTime(emailConfirmedAt),
    firstSignedInAt: isoTime(firstSignedInAt),
    mails,
    ...(await exportedChannels(account.id, { store })),
    recentActivity: await activityOf(account.id, { store, now }),
    sessions: sessions.map(({ agent, createdAt: signedInAt, usedAt }) => ({
      device: agent,
      signedInAt: isoTime(signedInAt),
      lastUsedAt: isoTime(usedAt),
    })),
  };
}

const aboutWearer = ({ name, birthYear, code, range, flash, palette, createdAt }: Wearer) => ({
  name,
  birthYear,
  connectionCode: code,
  range,
  flash,
  palette,
  createdAt: isoTime(createdAt),
});

/** Who may see the wearer, and the record of it. */
async function aboutAccess(wearerId: number, { store, now }: Pick<Dependencies, 'store' | 'now'>) {
  const follows = await store.follows.of(wearerId);
  const links = await store.shareLinks.of(wearerId, now());
  const accessRecord = [];
  for (let before: number | null = null; ; ) {
    const { entries, hasMore }: Awaited<ReturnType<typeof store.audit.page>> = await store.audit.page(
      wearerId,
      before,
    );
    accessRecord.push(...entries.map(toAuditEntry));
    before = entries.at(-1)?.id ?? null;
    if (!hasMore) break;
  }
  return {
    followers: follows.map(({ firstName, lastName, role, rights, since }) => ({
      firstName,
      lastName,
      role,
      rights: [...rights],
      since: isoTime(since),
    })),
    shareLinks: links.map(({ name, scope, madeAt, expiresAt }) => ({
      name,
      scope,
      madeAt: isoTime(madeAt),
      expiresAt: isoTime(expiresAt),
    })),
    accessRecord,
  };
}

type ReadingLine = { time: string; mgdl: number; mmol: number; trend: string };

/** Oldest first; ends early when the client has left. */
async function* readingsOf(
  { id }: Wearer,
  since: number,
  { store, now }: Dependencies,
  left: AbortSignal,
): AsyncGenerator<ReadingLine> {
  const first = since - EARLIER_MS;
  const end = now() + DAY;
  let from = 0;
  for (let until = first; from < end && !left.aborted; from = until, until += PIECE_MS) {
    for (const { takenAt, mgdl, trend } of await store.readings.between(id, from, until)) {
      yield { time: new Date(takenAt).toISOString(), mgdl, mmol: toMmol(mgdl), trend };
    }
  }
}

async function* csvOf(lines: AsyncIterable<ReadingLine>): AsyncGenerator<string> {
  yield 'time,mg/dL,mmol/L,trend\r\n';
  for await (const { time, mgdl, mmol, trend } of lines) yield `${time},${mgdl},${mmol},${trend}\r\n`;
}

async function* jsonOf(lines: AsyncIterable<ReadingLine>): AsyncGenerator<string> {
  let between = '[\n';
  for await (const line of lines) {
    yield between + JSON.stringify(line);
    between = ',\n';
  }
  yield between === '[\n' ? '[]\n' : '\n]\n';
}
