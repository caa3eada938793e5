import type { Reading } from '@tealight/glucose';
import type { Answer } from '../ask.ts';
import type { Visit } from '../source.ts';
import { SourceError } from '../trouble.ts';
import { accountOf, peopleOf } from './account.ts';
import { askCareLink, isNoSuchPath, Moved, posted } from './ask-carelink.ts';
import type { Place } from './discovery.ts';
import { toReadings } from './to-readings.ts';
import { type MedtronicSession, visiting } from './visiting.ts';

/** The app version told with each question; below 3.7 the vendor asks some accounts to upgrade. */
const APP_VERSION = '3.8.0';
/** How long a refusal that explains nothing is left alone. */
const PATIENCE_MS = 10 * 60_000;

export type Reach = { session: MedtronicSession; place: Place; since: number };

/** Asks for the display message and reads it. Throws `SourceError`. */
export async function readDisplay(
  { session, place, since }: Reach,
  visit: Visit<MedtronicSession>,
): Promise<Reading[]> {
  if (session.role === 'carepartner' && session.personId === null) {
    throw new SourceError('medtronic', 'choose-person');
  }
  const { ask, session: current } = visiting(session, place, visit);
  const display = () => ask((asking) => askDisplay(asking, place, visit));
  let answer = await display();
  if (answer.status === 400) {
    // The name is not the token's, or the person is gone: whoever it is now is asked for once.
    await checkAccount(current(), place, visit);
    answer = await display();
  }
  if (answer.status === 403 && !isNoSuchPath(answer)) await checkPerson(current(), place, visit);
  // Nothing for this account yet.
  if (answer.status === 204) return [];
  if (answer.status !== 200) throw refusal(answer);
  return toReadings(answer.json, { since, now: visit.now() }).readings;
}

function askDisplay(
  { accessToken, username, role, personId }: MedtronicSession,
  place: Place,
  visit: Visit<MedtronicSession>,
) {
  const body = { username, role, ...(personId !== null && { patientId: personId }), appVersion: APP_VERSION };
  return askCareLink(
    { url: `${place.dataUrl}/display/message`, ...posted(body), token: accessToken, twice: true },
    visit,
  );
}

async function checkAccount(
  session: MedtronicSession,
  place: Place,
  visit: Visit<MedtronicSession>,
): Promise<void> {
  const account = await accountOf({ place, token: session.accessToken }, visit);
  if (account.username !== session.username || account.role !== session.role) {
    throw new SourceError('medtronic', 'needs-human', {
      cause: 'another account than the one that signed in',
    });
  }
  await checkPerson(session, place, visit);
}

async function checkPerson(
  { accessToken, personId }: MedtronicSession,
  place: Place,
  visit: Visit<MedtronicSession>,
) {
  if (personId === null) return;
  const people = await peopleOf({ place, token: accessToken }, visit);
  if (!people.some(({ id }) => id === personId)) throw new SourceError('medtronic', 'person-gone');
}

function refusal(answer: Answer): SourceError {
  const cause = `status ${answer.status}`;
  if (isNoSuchPath(answer)) return new Moved('medtronic', 'unreadable', { cause });
  if (answer.status === 401) return new SourceError('medtronic', 'needs-human', { cause });
  const trouble = answer.status === 403 ? 'unreachable' : 'unreadable';
  return new SourceError('medtronic', trouble, { cause, retryAfterMs: PATIENCE_MS });
}
