import {
  type BrowserCall,
  type BrowserEvent,
  type BrowserEventArguments,
  type BrowserMethod,
  browserErrors,
  browserMethods,
} from '@tealight/contract';
import { type Connection, HubError, type HubMethod } from '@tealight/signalr';
import type { SignsInInRemoteBrowser } from '@tealight/sources';
import type { Log } from '../shared/log.ts';
import { openSession, type SessionEvents } from './remote-session.ts';
import { RemoteSessionError } from './session-error.ts';
import type { ActiveSession, openSessions, SessionOrigin } from './sessions.ts';
import type { SharedBrowser } from './shared-browser.ts';

/** The data of a pending sign-in by its address; null when it does not belong to this wearer, or has expired. */
export type FindPendingSignIn = (wearerId: number, captchaUrl: string) => Promise<unknown>;

export type HubDependencies<Pending> = {
  browser: SharedBrowser;
  sessions: ReturnType<typeof openSessions>;
  source: Pick<SignsInInRemoteBrowser<Pending>, 'pending' | 'outcome' | 'mayConnect' | 'mayLoad'>;
  findPendingSignIn: FindPendingSignIn;
  /** From where a connection is, by its id. */
  originOf: (connectionId: string) => SessionOrigin;
  log: Log;
};

/** The methods of the hub, and its handler for closed connections. */
export function hubMethods<Pending>(dependencies: HubDependencies<Pending>) {
  const sessions = new Map<string, ActiveSession>();
  const ownerOf = ({ id, user }: Connection) => ({ wearer: user, ...dependencies.originOf(id) });

  const start = async (caller: Connection, ...call: BrowserCall<'StartCaptchaSession'>) => {
    const { log } = dependencies;
    await sessions.get(caller.id)?.session.end();
    try {
      const active = await dependencies.sessions.start(ownerOf(caller), async (onEnd) =>
        startSession(dependencies, caller, { call, onEnd }),
      );
      if (caller.signal.aborted) return await active.session.end();
      sessions.set(caller.id, active);
    } catch (error) {
      if (!(error instanceof RemoteSessionError)) throw error;
      log.warn({ event: 'session-rejected', errorCode: error.errorCode, err: error.cause });
      send(caller, 'SessionError', browserErrors[error.errorCode], error.errorCode);
    }
  };
  /** Input without a session is ignored: it was sent before the client knew that the session has ended. */
  const withSession = async (
    caller: Connection,
    work: (session: ActiveSession['session']) => Promise<void>,
  ) => {
    const active = sessions.get(caller.id);
    if (active === undefined) return;
    active.markActive();
    await work(active.session);
  };

  return {
    methods: {
      StartCaptchaSession: method('StartCaptchaSession', start),
      SendClick: method('SendClick', (caller, ...at) =>
        withSession(caller, ({ input }) => input.click(...at)),
      ),
      SendWheel: method('SendWheel', (caller, ...wheel) =>
        withSession(caller, ({ input }) => input.wheel(...wheel)),
      ),
      SendKey: method('SendKey', (caller, key) => withSession(caller, ({ input }) => input.key(key))),
      SendText: method('SendText', (caller, text) => withSession(caller, ({ input }) => input.text(text))),
      StopCaptchaSession: method('StopCaptchaSession', (caller) =>
        withSession(caller, (session) => session.end()),
      ),
    } satisfies Record<BrowserMethod, HubMethod>,
    /** Ends the session of a client that has disconnected. */
    async onDisconnected(caller: Connection): Promise<void> {
      const active = sessions.get(caller.id);
      sessions.delete(caller.id);
      await active?.session.end();
    },
  };
}

/** A method of the contract, which validates its arguments. The error does not contain their values. */
function method<M extends BrowserMethod>(
  name: M,
  work: (caller: Connection, ...call: BrowserCall<M>) => Promise<void>,
): HubMethod {
  return async (caller, ...args) => {
    const parsed = browserMethods[name].safeParse(args);
    if (!parsed.success) {
      const positions = parsed.error.issues.map(({ path }) => Number(path[0] ?? 0) + 1);
      throw new HubError(`${name}: argument ${[...new Set(positions)].join(', ')} is not right`);
    }
    await work(caller, ...(parsed.data as BrowserCall<M>));
  };
}

function send<E extends BrowserEvent>(caller: Connection, event: E, ...args: BrowserEventArguments<E>): void {
  caller.send(event, ...args);
}

type SessionStart = { call: BrowserCall<'StartCaptchaSession'>; onEnd: () => void };

async function startSession<Pending>(
  dependencies: HubDependencies<Pending>,
  caller: Connection,
  { call, onEnd }: SessionStart,
) {
  const [url, username, password, width, height] = call;
  const { browser, source } = dependencies;
  const found = await dependencies.findPendingSignIn(Number(caller.user), url);
  const pending = source.pending.safeParse(found);
  if (!pending.success) throw new RemoteSessionError('not-yours');
  let id = '';
  const session = await openSession({
    browser,
    url,
    login: { username, password },
    size: { width, height },
    networkPolicy: source,
    outcomeOf: (address) => source.outcome(address, pending.data),
    events: eventsFor(caller, () => id, onEnd),
  });
  id = session.id;
  send(caller, 'SessionStarted', id);
  return session;
}

function eventsFor(caller: Connection, id: () => string, onEnd: () => void): SessionEvents {
  return {
    async onScreenshot(jpeg) {
      send(caller, 'ScreenshotUpdate', jpeg);
      await caller.drained();
    },
    onLoaded: () => send(caller, 'PageLoaded'),
    onSolved: () => send(caller, 'CaptchaSolved'),
    onCode: (code) => send(caller, 'CaptchaCodeDetected', code, id()),
    onEnded(errorCode) {
      if (errorCode !== null) send(caller, 'SessionError', browserErrors[errorCode], errorCode);
      send(caller, 'SessionStopped');
      onEnd();
    },
  };
}
