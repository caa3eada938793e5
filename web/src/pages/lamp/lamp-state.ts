import { normalCode } from '@tealight/contract';
import { type GlowLine, glowLine } from './glow-line.ts';
import { type Memory, recall, remember } from './memory.ts';
import { serverClockAhead } from './server-clock.ts';

export type LampState = {
  readonly memory: Memory;
  readonly line: GlowLine;
  /** Epoch milliseconds by the server's clock. */
  now: () => number;
  keep: (change: Partial<Memory>) => void;
  join: (code: string) => void;
  forget: () => void;
};

/** Everything a lamp knows: its settings, the server's clock, and its line to the feed. */
export function lampState(changed: () => void): LampState {
  const memory = recall();
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const line = glowLine(now, changed);
  const keep = (change: Partial<Memory>) => {
    remember(Object.assign(memory, change));
    changed();
  };
  const measure = async () => {
    aheadMs = await serverClockAhead();
    changed();
  };
  const join = (code: string) => {
    line.join(code, memory.id);
    keep({ code });
    void measure();
  };
  const forget = () => {
    keep({ code: null });
    line.part();
  };
  return { memory, line, now, keep, join, forget };
}

/** The code of `/lamp#code`; it then leaves the address, which others may see. */
export function codeInAddress(): string | null {
  const code = normalCode(location.hash.slice(1));
  if (code !== null) history.replaceState(null, '', location.pathname);
  return code;
}
