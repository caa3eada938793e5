import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { NOBODY } from '../store/outbox.ts';
import { confirmLetter } from './letters.ts';
import { folderPost, type Mail, smtpPost } from './mailbox.ts';

const sender = { from: 'Tealight <hello@tealight.example.org>', domain: 'tealight.example.org' };
const link = `https://tealight.example.org/api/v1/Authorization/email/confirm?token=${'x'.repeat(43)}`;
const mail: Mail = {
  ...{ id: 7, createdAt: Date.UTC(2026, 10, 20, 12), recipient: 'ada@example.org' },
  ...confirmLetter({ firstName: 'Zoë 愛' }, { link, notMeLink: 'https://tealight.example.org/not-me#abc' }),
};

type Mood = { from?: number; data?: number };

/** A mail server on this machine that keeps what it takes. */
async function mailServer(mood: Mood = {}) {
  const taken: { to: string[]; eml: string }[] = [];
  const refusal = (code: number | undefined) =>
    code === undefined ? null : Object.assign(new Error('not now'), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => done(refusal(mood.from)),
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        if (mood.data !== undefined) return done(refusal(mood.data));
        taken.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          eml: Buffer.concat(pieces).toString(),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const post = smtpPost(`smtp://127.0.0.1:${port}`, sender);
  onTestFinished(async () => {
    await post[Symbol.asyncDispose]();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { post, taken, port };
}

test('a mail server gets the letter as text and as HTML, from us, to one', async () => {
  const { post, taken } = await mailServer();
  await post.deliver(mail);
  expect(taken.map(({ to }) => to)).toEqual([['ada@example.org']]);
  const read = await PostalMime.parse(taken[0]?.eml ?? '');
  expect(read).toMatchObject({
    subject: 'Confirm your e-mail address',
    from: { name: 'Tealight', address: 'hello@tealight.example.org' },
    to: [{ address: 'ada@example.org' }],
  });
  expect(read.text).toContain(link);
  expect(read.text).toContain('Hello Zoë 愛,');
  expect(read.html).toContain(`href="${link}"`);
});

test('each try of one letter has the same message id, so that no receiver shows it twice', async () => {
  const { post, taken } = await mailServer();
  await post.deliver(mail);
  await post.deliver(mail);
  await post.deliver({ ...mail, id: 8 });
  const ids = await Promise.all(taken.map(async ({ eml }) => (await PostalMime.parse(eml)).messageId));
  expect([ids[0] === ids[1], ids[0] === ids[2]]).toEqual([true, false]);
});

test.each([
  [{ from: 450 }, false],
  [{ from: 550 }, true],
  [{ data: 451 }, false],
  [{ data: 554 }, true],
] as const)('a server that answers %j refuses for good: %s', async (mood, permanent) => {
  const { post } = await mailServer(mood);
  await expect(post.deliver(mail)).rejects.toMatchObject({ name: 'Undeliverable', permanent });
});

test('a server on another machine that offers no TLS gets nothing, and may offer it later', async () => {
  const { port, taken } = await mailServer();
  // The same listener, under an address that is not known as this machine's.
  const post = smtpPost(`smtp://[::ffff:127.0.0.1]:${port}`, sender);
  await expect(post.deliver(mail)).rejects.toMatchObject({ permanent: false });
  await post[Symbol.asyncDispose]();
  expect(taken).toEqual([]);
});

test('a mail to nobody reaches nobody, and fails when the server would fail the others', async () => {
  const { post, taken } = await mailServer();
  await post.deliver({ ...mail, recipient: NOBODY });
  expect(taken).toEqual([]);
  const away = smtpPost('smtp://127.0.0.1:1', sender);
  await expect(away.deliver({ ...mail, recipient: NOBODY })).rejects.toMatchObject({ permanent: false });
  await away[Symbol.asyncDispose]();
  const folder = folderPost('/nowhere/at/all', sender);
  await folder.deliver({ ...mail, recipient: NOBODY });
});

test('a server that is away may be back', async () => {
  const post = smtpPost('smtp://127.0.0.1:1', sender);
  await expect(post.deliver(mail)).rejects.toMatchObject({ permanent: false });
  await post[Symbol.asyncDispose]();
});

test('without a mail server each letter is a file that mail programs open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-mail-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const post = folderPost(join(folder, 'outbox'), sender);
  await post.deliver(mail);
  await post.deliver(mail);
  await post[Symbol.asyncDispose]();
  const files = await readdir(join(folder, 'outbox'));
  expect(files).toEqual(['2026-11-20T12-00-00.000Z-7.eml']);
  const read = await PostalMime.parse(await readFile(join(folder, 'outbox', files[0] ?? '')));
  expect(read).toMatchObject({ subject: mail.subject, to: [{ address: 'ada@example.org' }] });
  expect(read.text).toContain(link);
});
