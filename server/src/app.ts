import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import about from '../package.json' with { type: 'json' };
import { noBudgets, openBudgets } from './api/budgets.ts';
import { noLimitOfGuesses, openGuesses } from './api/guesses.ts';
import { openMetrics } from './api/metrics.ts';
import { openApi } from './api/open.ts';
import { argonPasswords } from './api/passwords.ts';
import { Refusal } from './api/refusal.ts';
import { openSweep } from './api/sweep.ts';
import type { Config } from './config.ts';
import { freePort } from './free-port.ts';
import { openLog } from './log.ts';
import * as letters from './mail/letters.ts';
import { folderPost, smtpPost } from './mail/mailbox.ts';
import { openMailSender } from './mail/sender.ts';
import { openStore } from './store/store.ts';

/** Where the built web app lies. */
const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** A running Tealight. */
export type Running = AsyncDisposable & {
  /** Where it is reached by visitors. */
  url: string;
};

/** What tests hand in instead of the world. */
export type More = { now?: () => number; logTo?: { write(line: string): void } };

/** Built from the lamp back to the vendor, so that readings flow the other way and nobody imports upward. */
export async function start(config: Config, { now = Date.now, logTo }: More = {}): Promise<Running> {
  await using parts = new AsyncDisposableStack();
  const logger = openLog(config.logLevel, logTo);
  const port = await freePort(config.host, config);
  const publicUrl = config.publicUrl ?? `http://${shownHost(config.host)}:${port}`;
  const place = { url: config.databaseUrl, file: join(config.dataDir, 'tealight.db') };
  const store = parts.use(await openStore(place));

  const outboxFolder = config.mail.smtpUrl === null ? join(config.dataDir, 'outbox') : null;
  const domain = new URL(publicUrl).hostname;
  const from = { from: config.mail.from ?? `Tealight <tealight@${domain}>`, domain };
  const post = parts.use(
    config.mail.smtpUrl === null
      ? folderPost(join(config.dataDir, 'outbox'), from)
      : smtpPost(config.mail.smtpUrl, from),
  );
  const sender = parts.use(openMailSender({ outbox: store.outbox, post, now, log: logger }));

  parts.use(openSweep({ store, log: logger, now }));
  const metrics = openMetrics([
    {
      name: 'tealight_outbox_letters',
      help: 'Letters that wait to be sent.',
      read: () => store.outbox.waiting(),
    },
  ]);
  const api = parts.use(
    await openApi({
      store,
      changes: store.changes,
      polling: notYet,
      readingsFor: async () => ({
        data: { unit: 'mg/dL', currentCgmReading: null, previousCgmReading: null },
      }),
      devices: { live: async () => 0, cutOff: async () => {} },
      more: async () => ({}),
      dexcomSignIn: null,
      medtronic: null,
      letters: {
        confirm: letters.confirmLetter,
        alreadyRegistered: letters.alreadyRegisteredLetter,
        reset: letters.resetLetter,
        passwordChanged: letters.passwordChangedLetter,
        newSignIn: letters.newSignInLetter,
      },
      knock: sender.knock,
      passwords: argonPasswords(),
      guesses: config.limits ? openGuesses(now) : noLimitOfGuesses,
      budgets: config.limits ? openBudgets(now) : noBudgets,
      site: {
        links: config.links,
        sources: [],
        publicUrl,
        outboxFolder,
        photoFolder: join(config.dataDir, 'photos'),
        webFolder,
      },
      log: logger,
      logger,
      now,
      evenMs: 200,
      corsOrigins: config.corsOrigins,
      trustedProxies: config.trustedProxies,
      metrics,
      version: about.version,
      checks: { store: async () => void (await store.outbox.waiting()) },
    }),
  );
  await api.app.listen({ host: config.host, port });
  const open = parts.move();
  return { url: publicUrl, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

const notYet = {
  connect: async () => {
    throw new Refusal('not-offered');
  },
  disconnect: async () => {},
  status: async () =>
    ({
      status: 'noConnectionSetup',
      connectionType: 'none',
      state: 'none',
      trouble: null,
      text: null,
      since: null,
      lastReadingAt: null,
      nextTryAt: null,
    }) as const,
};

/** A host as a browser can open it. */
function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
