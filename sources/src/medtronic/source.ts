import * as z from 'zod';
import type { AsksHuman } from '../asks-human.ts';
import { within } from '../deadline.ts';
import { type Follows, pinned } from '../follows.ts';
import type { Source, World } from '../source.ts';
import { accountOf, askPeople, peopleOf, toPeople } from './account.ts';
import { CARELINK_URL, hostsOf } from './hosts.ts';
import { type Places, placesFrom } from './places.ts';
import { readDisplay } from './read-display.ts';
import { newSignIn, outcomeOf, Pending } from './sign-in.ts';
import { trade } from './tokens.ts';
import { MedtronicSession, visiting } from './visiting.ts';

const Login = z.object({ ...Pending.shape, code: z.string().min(1) });
export type MedtronicLogin = z.infer<typeof Login>;
export type MedtronicPending = Pending;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The wearer waits for this answer, and gets one within ten seconds. */
const CONNECT_WITHIN_MS = 9_000;

/** Medtronic through CareLink, as the CarePartner app sees it. `address` replaces the vendor's place of discovery. */
export function medtronic(
  address: string = CARELINK_URL,
): Source<MedtronicLogin, MedtronicSession> & Follows<MedtronicSession> & AsksHuman<Pending> {
  const base = address.replace(/\/+$/, '');
  const hosts = hostsOf(base);
  const places = placesFrom({ base, hosts });

  return {
    name: 'medtronic',
    login: Login,
    session: MedtronicSession,
    pending: Pending,
    // The sensor speaks every five minutes and the phone uploads soon after. No limit is published; clients that are
    // tolerated ask every minute, or 30 s after a reading is due. Asking when it is due, and once more seconds later
    // where it is late, comes to fewer than two calls a reading.
    rhythm: { everyMs: 5 * MINUTE_MS, visibleAfterMs: 30_000, pauseMs: 5_000 },
    historyMs: DAY_MS,

    async begin({ isUsRegion }, world) {
      const region = isUsRegion ? 'US' : 'EU';
      return newSignIn(region, await places.lookUp(region, world));
    },
    outcome: outcomeOf,
    hosts: hosts.names,
    mayVisit: hosts.isOwn,
    mayLoad: hosts.mayLoad,

    connect: (login, world, before) =>
      within(CONNECT_WITHIN_MS, world.signal, (signal) =>
        enter(places, { login, before }, { ...world, signal }),
      ),

    read: (session, since, visit) =>
      places.at(session.region, visit, (place) => readDisplay({ session, place, since }, visit)),

    async people(session, visit) {
      if (session.role === 'patient') return [];
      return places.at(session.region, visit, async (place) => {
        const { ask } = visiting(session, place, visit);
        return toPeople(await ask(({ accessToken }) => askPeople({ place, token: accessToken }, visit)));
      });
    },
    choose: (session, personId) => ({ ...session, personId }),
  };
}

type Entering = { login: MedtronicLogin; before: MedtronicSession | undefined };

/** Trades the code for tokens, and finds out whose they are. */
async function enter(places: Places, { login, before }: Entering, world: World): Promise<MedtronicSession> {
  const { code, region, verifier, redirectUri } = login;
  return places.at(region, world, async (place) => {
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    };
    const tokens = await trade(place, form, world);
    const asking = { place, token: tokens.accessToken };
    const account = await accountOf(asking, world);
    const known = before?.username === account.username ? before.personId : null;
    const people = account.role === 'patient' ? null : await peopleOf(asking, world);
    return { region, ...account, ...tokens, personId: people && pinned('medtronic', people, known) };
  });
}
