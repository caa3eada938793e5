import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { NOBODY } from '../store/mail/outbox.ts';
import { confirmMail } from './templates.ts';
import { folderTransport, type Mail, smtpTransport } from './transport.ts';

const sender = { from: 'Tealight <hello@tealight.example.org>', domain: 'tealight.example.org' };
const link = `https://tealight.example.org/api/v1/Authorization/email/confirm?token=${'x'.repeat(43)}`;
const mail: Mail = {
  id: 7,
  createdAt: Date.UTC(2026, 10, 20, 12),
  recipient: 'ada@example.org',
  ...confirmMail({ firstName: 'Zoë 愛' }, { link, notMeLink: 'https://tealight.example.org/not-me#abc' }),
};

type Replies = { connect?: number; from?: number; to?: number; data?: number };

/** A mail server on this machine that lists the emails it accepts. */
async function mailServer(replies: Replies = {}) {
  const accepted: { to: string[]; eml: string }[] = [];
  const replyOf = (code: number | undefined) =>
    code === undefined ? null : Object.assign(new Error('not now'), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => done(replyOf(replies.connect)),
    onMailFrom: (_address, _session, done) => done(replyOf(replies.from)),
    onRcptTo: (_address, _session, done) => done(replyOf(replies.to)),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (replies.data !== undefined) return done(replyOf(replies.data));
        accepted.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          eml: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const transport = smtpTransport(`smtp://127.0.0.1:${port}`, sender);
  onTestFinished(async () => {
    await transport[Symbol.asyncDispose]();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { transport, accepted, port };
}

test('a mail server gets the email as text and as HTML, with sender and recipient', async () => {
  const { transport, accepted } = await mailServer();
  await transport.deliver(mail);
  expect(accepted.map(({ to }) => to)).toEqual([['ada@example.org']]);
  const read = await PostalMime.parse(accepted[0]?.eml ?? '');
  expect(read).toMatchObject({
    subject: 'Confirm your email address',
    from: { name: 'Tealight', address: 'hello@tealight.example.org' },
    to: [{ address: 'ada@example.org' }],
  });
  expect(read.text).toContain(link);
  expect(read.text).toContain('Hello Zoë 愛,');
  expect(read.html).toContain(`href="${link}"`);
});

test('each try of an email has the same message id, so that receivers recognize duplicates', async () => {
  const { transport, accepted } = await mailServer();
  await transport.deliver(mail);
  await transport.deliver(mail);
  await transport.deliver({ ...mail, id: 8 });
  const ids = await Promise.all(accepted.map(async ({ eml }) => (await PostalMime.parse(eml)).messageId));
  expect([ids[0] === ids[1], ids[0] === ids[2]]).toEqual([true, false]);
});

test.each([
  [{ connect: 421 }, false],
  [{ connect: 530 }, false],
  [{ connect: 554 }, false],
  [{ from: 450 }, false],
  [{ from: 530 }, false],
  [{ from: 550 }, true],
  [{ to: 450 }, false],
  [{ to: 530 }, false],
  [{ to: 550 }, true],
  [{ to: 554 }, true],
  [{ data: 451 }, false],
  [{ data: 554 }, true],
] as const)('a server that answers %j rejects permanently: %s', async (replies, permanent) => {
  const { transport } = await mailServer(replies);
  await expect(transport.deliver(mail)).rejects.toMatchObject({ name: 'Undeliverable', permanent });
});

test('a server on another machine without TLS gets no email, and the email is tried again', async () => {
  const { port, accepted } = await mailServer();
  // The same server, with an address that does not count as this machine's.
  const transport = smtpTransport(`smtp://[::ffff:127.0.0.1]:${port}`, sender);
  await expect(transport.deliver(mail)).rejects.toMatchObject({ permanent: false });
  await transport[Symbol.asyncDispose]();
  expect(accepted).toEqual([]);
});

test('an email to nobody is not sent, and fails when the server would fail others', async () => {
  const { transport, accepted } = await mailServer();
  await transport.deliver({ ...mail, recipient: NOBODY });
  expect(accepted).toEqual([]);
  const unreachable = smtpTransport('smtp://127.0.0.1:1', sender);
  await expect(unreachable.deliver({ ...mail, recipient: NOBODY })).rejects.toMatchObject({
    permanent: false,
  });
  await unreachable[Symbol.asyncDispose]();
  const folder = folderTransport('/nowhere/at/all', sender);
  await folder.deliver({ ...mail, recipient: NOBODY });
});

test('an email to an unreachable server is tried again', async () => {
  const transport = smtpTransport('smtp://127.0.0.1:1', sender);
  await expect(transport.deliver(mail)).rejects.toMatchObject({ permanent: false });
  await transport[Symbol.asyncDispose]();
});

test('without a mail server each email is a file that mail programs open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-mail-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const transport = folderTransport(join(folder, 'outbox'), sender);
  await transport.deliver(mail);
  await transport.deliver(mail);
  await transport[Symbol.asyncDispose]();
  const files = await readdir(join(folder, 'outbox'));
  expect(files).toEqual(['2026-11-20T12-00-00.000Z-7.eml']);
  const read = await PostalMime.parse(await readFile(join(folder, 'outbox', files[0] ?? '')));
  expect(read).toMatchObject({ subject: mail.subject, to: [{ address: 'ada@example.org' }] });
  expect(read.text).toContain(link);
});

test('a folder for emails that could not be made, or was removed, is made for the next email', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-mail-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const outbox = join(folder, 'outbox');
  await writeFile(outbox, 'a file in its place');
  const transport = folderTransport(outbox, sender);
  await expect(transport.deliver(mail)).rejects.toThrow();
  await rm(outbox);
  await transport.deliver(mail);
  await rm(outbox, { recursive: true });
  await transport.deliver(mail);
  expect(await readdir(outbox)).toHaveLength(1);
  await transport[Symbol.asyncDispose]();
});

test('nodemailer that could not be loaded ends no later email and no stop', async () => {
  vi.doMock('nodemailer', () => ({
    createTransport: () => {
      throw new Error('too many open files');
    },
  }));
  onTestFinished(() => void vi.doUnmock('nodemailer'));
  const { transport, accepted } = await mailServer();
  const never = smtpTransport('smtp://127.0.0.1:1', sender);
  for (const each of [transport, never]) await expect(each.deliver(mail)).rejects.toThrow('too many');
  await never[Symbol.asyncDispose]();
  vi.doUnmock('nodemailer');
  await transport.deliver(mail);
  expect(accepted).toHaveLength(1);
});
