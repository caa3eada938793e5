import { type AsksHuman, SourceError, type World } from '@tealight/sources';
import type { HandOut } from './hand-out.ts';

export type SignInParts<Pending> = {
  name: string;
  source: Pick<AsksHuman<Pending>, 'begin' | 'pending'>;
  handOut: HandOut;
  world(signal: AbortSignal): World;
  /** Verifies the login and keeps it. Throws `SourceError`. */
  connect(wearerId: number, login: Pending & { code: string }): Promise<void>;
};

/** The wearer waits for this answer. */
const BEGIN_WITHIN_MS = 9_000;

/** Connecting a source through the remote browser: where the wearer signs in, and what the code is worth. */
export function signInByBrowser<Pending>({ name, source, handOut, world, connect }: SignInParts<Pending>) {
  return {
    async start(wearerId: number, isUsRegion: boolean): Promise<{ captchaUrl: string }> {
      const begun = await source.begin({ isUsRegion }, world(AbortSignal.timeout(BEGIN_WITHIN_MS)));
      return { captchaUrl: handOut.give(wearerId, begun) };
    },
    /** Throws `SourceError`: `needs-human` for a sign-in that is not this wearer's or has expired. */
    async complete(
      wearerId: number,
      { captchaUrl, code }: { captchaUrl: string; code: string },
    ): Promise<void> {
      const pending = source.pending.safeParse(handOut.take(wearerId, captchaUrl)?.pending);
      if (!pending.success)
        throw new SourceError(name, 'needs-human', { cause: 'no sign-in of this wearer' });
      await connect(wearerId, { ...pending.data, code });
    },
  };
}
