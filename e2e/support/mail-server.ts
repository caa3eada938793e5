import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An email that was accepted. */
export type TakenMail = { to: string; messageId: string };

/** A mail server that notes what it accepts. */
export type MailServer = AsyncDisposable & {
  url: string;
  taken: TakenMail[];
  /** While `silent` it accepts emails and never confirms them; while `refusing` it accepts none. */
  scenario: { silent: boolean; refusing: boolean };
};

export async function mailServer(): Promise<MailServer> {
  const taken: TakenMail[] = [];
  const scenario = { silent: false, refusing: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      done(scenario.refusing ? new Error('Not now') : null);
    },
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        if (scenario.refusing) return done(new Error('Not now'));
        const messageId = /^message-id: *(\S+)/im.exec(Buffer.concat(pieces).toString())?.[1] ?? '';
        taken.push({ to: session.envelope.rcptTo[0]?.address ?? '', messageId });
        if (!scenario.silent) done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    taken,
    scenario,
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
