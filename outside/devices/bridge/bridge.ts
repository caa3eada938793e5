import { openFeed } from './feed.ts';
import { type Glow, lookOf, wrongCode } from './look.ts';
import { type Lamp, openPlayer } from './player.ts';

export type BridgeParts = {
  server: string;
  code: string;
  id: string;
  lamps: readonly Lamp[];
  say(line: string): void;
};

/** Node's timers cannot wait longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Brings the glow to lamps of the home: one line to Tealight, and no way in from outside. */
export function openBridge({ lamps, say, ...feed }: BridgeParts): { close(): void } {
  const player = openPlayer(lamps, say);
  let told: Glow | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = () => {
    clearTimeout(timer);
    const look = lookOf(told, Date.now());
    player.play(look);
    // What was told runs out by itself, whether or not Tealight can still be reached.
    if (look.holdsS !== null) timer = setTimeout(show, Math.min(LONGEST_MS, look.holdsS * 1000));
  };
  show();
  const line = openFeed({
    ...feed,
    told(glow) {
      told = glow;
      show();
    },
    refused(reason) {
      clearTimeout(timer);
      player.play(wrongCode);
      say(`Tealight does not know this code: ${reason}`);
    },
  });
  return {
    close() {
      clearTimeout(timer);
      line.close();
      player.close();
    },
  };
}
