import { openFeed } from './feed.ts';
import { type Glow, lookOf, wrongCodeLook } from './look.ts';
import { type Lamp, openPlayer } from './player.ts';

export type BridgeParts = {
  server: string;
  code: string;
  id: string;
  lamps: readonly Lamp[];
  say(line: string): void;
};

/** The longest delay of a timer in Node. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Shows the glow on lamps in the home: one connection to Tealight, and none from the internet to the home. */
export function openBridge({ lamps, say, ...feed }: BridgeParts): { close(): void } {
  const player = openPlayer(lamps, say);
  let latest: Glow | null = null;
  /** By a clock that nobody sets. */
  let receivedAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = () => {
    clearTimeout(timer);
    const look = lookOf(latest, { now: Date.now(), heldMs: performance.now() - receivedAt });
    player.play(look);
    // The glow expires at its own time, whether or not Tealight can still be reached.
    if (look.holdsS !== null) timer = setTimeout(show, Math.min(MAX_DELAY_MS, look.holdsS * 1000));
  };
  show();
  const feedConnection = openFeed({
    ...feed,
    onGlow(glow) {
      latest = glow;
      receivedAt = performance.now();
      show();
    },
    refused(reason) {
      clearTimeout(timer);
      player.play(wrongCodeLook);
      say(`Tealight does not know this code: ${reason}`);
    },
  });
  return {
    close() {
      clearTimeout(timer);
      feedConnection.close();
      player.close();
    },
  };
}
