import type { BrowserCall, BrowserMethod } from '@tealight/contract';
import { useEffect, useRef, useState } from 'react';
import { type BrowserHub, openBrowserHub } from './browser-hub.ts';
import { withLine } from './line-log.ts';
import { begin, earsOf, fail, type Given, noLine, type Phase, type Trouble } from './session-life.ts';

export type RemoteSession = {
  phase: Phase;
  trouble: Trouble | null;
  log: readonly string[];
  /** Sends what the wearer does; resolves when it has been done, or was lost. */
  send<M extends BrowserMethod>(method: M, ...call: BrowserCall<M>): Promise<void>;
  /** Begins anew, after a trouble. */
  again(): void;
};

/** One remote browser, from its first picture to the code; closed when its component goes. */
export function useRemoteSession(given: Given, open: typeof openBrowserHub = openBrowserHub): RemoteSession {
  const [phase, setPhase] = useState<Phase>('connecting');
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [log, setLog] = useState<readonly string[]>([]);
  const [turn, setTurn] = useState(0);
  const hub = useRef<BrowserHub | null>(null);
  const latest = useRef(given);
  latest.current = given;
  const note = (text: string) => setLog((lines) => withLine(lines, text, new Date()));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn is a new connection; all else is read when it is used
  useEffect(() => {
    let over = false;
    setPhase('connecting');
    setTrouble(null);
    const life = { isOver: () => over, setPhase, setTrouble, note, hub, latest };
    const opening = open(earsOf(life));
    opening.then(
      (opened) => {
        if (over) return opened.close();
        hub.current = opened;
        note('Connected');
        return begin(life);
      },
      () => {
        note('Connection failed');
        if (!over) fail(life, noLine);
      },
    );
    return () => {
      over = true;
      hub.current = null;
      opening.then((opened) => opened.close()).catch(() => {});
    };
  }, [turn]);

  return {
    phase,
    trouble,
    log,
    async send(method, ...call) {
      try {
        await hub.current?.invoke(method, ...call);
      } catch {
        note(`Error sending ${wordOf(method)}`);
      }
    },
    again: () => setTurn((last) => last + 1),
  };
}

const wordOf = (method: BrowserMethod) => method.replace('Send', '').toLowerCase();
