import type { BrowserCall, BrowserMethod } from '@tealight/contract';
import { useEffect, useRef, useState } from 'react';
import { remoteBrowserText } from '../../text/remote-browser.ts';
import { type BrowserHub, openBrowserHub } from './browser-hub.ts';
import {
  connectionError,
  fail,
  listenersOf,
  type Phase,
  type RemoteError,
  type RemoteSessionOptions,
  startSession,
} from './session-events.ts';

export type RemoteSession = {
  phase: Phase;
  error: RemoteError | null;
  log: readonly string[];
  /** Sends an input of the wearer; resolves when the server has handled it or the call has failed. */
  send<M extends BrowserMethod>(method: M, ...call: BrowserCall<M>): Promise<void>;
  /** Starts a new attempt after an error. */
  again(): void;
};

/** A session of the remote browser, from connecting to the code; closed on unmount. */
export function useRemoteSession(
  options: RemoteSessionOptions,
  open: typeof openBrowserHub = openBrowserHub,
): RemoteSession {
  const [phase, setPhase] = useState<Phase>('connecting');
  const [error, setError] = useState<RemoteError | null>(null);
  const [log, setLog] = useState<readonly string[]>([]);
  const [attempt, setAttempt] = useState(0);
  const hub = useRef<BrowserHub | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const addLogLine = (text: string) => setLog((lines) => withLine(lines, text, new Date()));

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new attempt opens a new connection; the refs hold the rest
  useEffect(() => {
    let isClosed = false;
    setPhase('connecting');
    setError(null);
    const context = { isClosed: () => isClosed, setPhase, setError, addLogLine, hub, latest };
    const opening = open(listenersOf(context));
    opening.then(
      (opened) => {
        if (isClosed) return opened.close();
        hub.current = opened;
        addLogLine(remoteBrowserText.log.connected);
        return startSession(context);
      },
      () => {
        addLogLine(remoteBrowserText.log.notConnected);
        if (!isClosed) fail(context, connectionError());
      },
    );
    return () => {
      isClosed = true;
      hub.current = null;
      opening.then((opened) => opened.close()).catch(() => {});
    };
  }, [attempt]);

  return {
    phase,
    error,
    log,
    async send(method, ...call) {
      try {
        await hub.current?.invoke(method, ...call);
      } catch {
        addLogLine(remoteBrowserText.log.notSent({ action: actionOf(method) }));
      }
    },
    again: () => setAttempt((last) => last + 1),
  };
}

/** Lines that the log keeps (HUB-3). */
const LOG_LINES = 50;

/** The log with one more line; the oldest are dropped. */
function withLine(lines: readonly string[], text: string, now: Date): readonly string[] {
  return [...lines, `${now.toISOString().slice(11, 19)} ${text}`].slice(-LOG_LINES);
}

const actionOf = (method: BrowserMethod) => method.replace('Send', '').toLowerCase();
