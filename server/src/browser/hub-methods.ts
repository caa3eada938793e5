import {
  type BrowserCall,
  type BrowserEvent,
  type BrowserMethod,
  type BrowserTold,
  browserMethods,
  browserTroubles,
} from '@tealight/contract';
import { type Connection, HubError, type HubMethod } from '@tealight/signalr';
import type { AsksHuman } from '@tealight/sources';
import type { Log } from '../log.ts';
import { type Audience, openSession } from './remote-session.ts';
import type { openSessions, SeatedSession } from './sessions.ts';
import type { SharedBrowser } from './shared-browser.ts';
import { SessionTrouble } from './trouble.ts';

/** What a sign-in began with, by the address handed out; null for one that was not handed to this wearer, or is old. */
export type BegunAt = (wearerId: number, captchaUrl: string) => Promise<unknown>;

export type StageParts<Pending> = {
  browser: SharedBrowser;
  sessions: ReturnType<typeof openSessions>;
  source: Pick<AsksHuman<Pending>, 'pending' | 'outcome' | 'mayVisit' | 'mayLoad'>;
  begun: BegunAt;
  /** The network that a connection came from, by its id. */
  networkOf: (connectionId: string) => string;
  log: Log;
};

/** What clients of the hub may do. */
export function stageOf<Pending>(parts: StageParts<Pending>) {
  const seats = new Map<string, SeatedSession>();
  const ownerOf = ({ id, user }: Connection) => ({ wearer: user, network: parts.networkOf(id) });

  const begin = async (caller: Connection, ...call: BrowserCall<'StartCaptchaSession'>) => {
    const { log } = parts;
    await seats.get(caller.id)?.session.end();
    try {
      const seat = await parts.sessions.begin(ownerOf(caller), async (over) =>
        seated(parts, caller, { call, over }),
      );
      if (caller.signal.aborted) return await seat.session.end();
      seats.set(caller.id, seat);
    } catch (error) {
      if (!(error instanceof SessionTrouble)) throw error;
      log.warn({ event: 'session-refused', word: error.word, err: error.cause });
      tell(caller, 'SessionError', browserTroubles[error.word], error.word);
    }
  };
  /** Input for a session that is over is no mistake: it was under way when the session ended. */
  const withSeat = async (caller: Connection, work: (seat: SeatedSession['session']) => Promise<void>) => {
    const seat = seats.get(caller.id);
    if (seat === undefined) return;
    seat.touch();
    await work(seat.session);
  };

  return {
    methods: {
      StartCaptchaSession: method('StartCaptchaSession', begin),
      SendClick: method('SendClick', (caller, ...at) => withSeat(caller, ({ input }) => input.click(...at))),
      SendWheel: method('SendWheel', (caller, ...turn) =>
        withSeat(caller, ({ input }) => input.wheel(...turn)),
      ),
      SendKey: method('SendKey', (caller, key) => withSeat(caller, ({ input }) => input.key(key))),
      SendText: method('SendText', (caller, text) => withSeat(caller, ({ input }) => input.text(text))),
      StopCaptchaSession: method('StopCaptchaSession', (caller) =>
        withSeat(caller, (session) => session.end()),
      ),
    } satisfies Record<BrowserMethod, HubMethod>,
    /** A client has gone. */
    async left(caller: Connection): Promise<void> {
      const seat = seats.get(caller.id);
      seats.delete(caller.id);
      await seat?.session.end();
    },
  };
}

/** A method of the contract, with its arguments checked. The text names what is wrong and repeats nothing. */
function method<M extends BrowserMethod>(
  name: M,
  work: (caller: Connection, ...call: BrowserCall<M>) => Promise<void>,
): HubMethod {
  return async (caller, ...given) => {
    const read = browserMethods[name].safeParse(given);
    if (!read.success) {
      const which = read.error.issues.map(({ path }) => Number(path[0] ?? 0) + 1);
      throw new HubError(`${name}: argument ${[...new Set(which)].join(', ')} is not right`);
    }
    await work(caller, ...(read.data as BrowserCall<M>));
  };
}

function tell<E extends BrowserEvent>(caller: Connection, event: E, ...told: BrowserTold<E>): void {
  caller.send(event, ...told);
}

type Begin = { call: BrowserCall<'StartCaptchaSession'>; over: () => void };

async function seated<Pending>(parts: StageParts<Pending>, caller: Connection, { call, over }: Begin) {
  const [url, username, password, width, height] = call;
  const pending = parts.source.pending.safeParse(await parts.begun(Number(caller.user), url));
  if (!pending.success) throw new SessionTrouble('not-yours');
  let id = '';
  const session = await openSession({
    browser: parts.browser,
    url,
    login: { username, password },
    size: { width, height },
    allowed: parts.source,
    outcome: (seen) => parts.source.outcome(seen, pending.data),
    audience: audienceOf(caller, () => id, over),
  });
  id = session.id;
  tell(caller, 'SessionStarted', id);
  return session;
}

function audienceOf(caller: Connection, id: () => string, over: () => void): Audience {
  return {
    async picture(jpeg) {
      tell(caller, 'ScreenshotUpdate', jpeg);
      await caller.drained();
    },
    loaded: () => tell(caller, 'PageLoaded'),
    solved: () => tell(caller, 'CaptchaSolved'),
    code: (code) => tell(caller, 'CaptchaCodeDetected', code, id()),
    ended(trouble) {
      if (trouble !== null) tell(caller, 'SessionError', browserTroubles[trouble], trouble);
      tell(caller, 'SessionStopped');
      over();
    },
  };
}
