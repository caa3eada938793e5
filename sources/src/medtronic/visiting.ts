import * as z from 'zod';
import type { Answer } from '../ask.ts';
import { oncePerToken } from '../once-per-token.ts';
import type { Visit } from '../source.ts';
import { isNoSuchPath } from './ask-carelink.ts';
import { type Place, Region } from './discovery.ts';
import { trade } from './tokens.ts';

export const MedtronicSession = z.object({
  region: Region,
  username: z.string(),
  role: z.enum(['patient', 'carepartner']),
  /** Whose readings; null for a patient's own, and while nobody was chosen. */
  personId: z.string().nullable(),
  accessToken: z.string(),
  accessEndsAt: z.number(),
  refreshToken: z.string(),
});
export type MedtronicSession = z.infer<typeof MedtronicSession>;

const RENEW_BEFORE_MS = 10 * 60_000;

type Renewing = Visit<MedtronicSession> & { session: MedtronicSession; place: Place };

const renew = oncePerToken(async (spent: string, { session, place, ...visit }: Renewing) => {
  const form = { grant_type: 'refresh_token', refresh_token: spent };
  const fresh = { ...session, ...(await trade(place, form, visit)) };
  // The old refresh token is spent, and using it again would end the session: what is not kept now is lost.
  await visit.keep(fresh);
  return fresh;
});

/**
 * Asks with a living token. It is renewed shortly before its end; and once, and the question asked once more, when
 * the vendor refuses it before.
 */
export function visiting(first: MedtronicSession, place: Place, visit: Visit<MedtronicSession>) {
  let session = first;
  let renewed = false;
  const renewOnce = async () => {
    session = await renew(session.refreshToken, { ...visit, session, place });
    renewed = true;
  };
  return {
    session: () => session,
    async ask(question: (session: MedtronicSession) => Promise<Answer>): Promise<Answer> {
      if (!renewed && session.accessEndsAt - visit.now() < RENEW_BEFORE_MS) await renewOnce();
      const answer = await question(session);
      if (renewed || ![401, 403].includes(answer.status) || isNoSuchPath(answer)) return answer;
      await renewOnce();
      return question(session);
    },
  };
}
