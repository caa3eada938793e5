import { MINUTE_MS, type Reading } from '@tealight/glucose';
import type { VendorResponse } from '../shared/vendor-call.ts';
import type { VendorSession } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { accountOf, peopleOf } from './account.ts';
import { authorizedCalls, type MedtronicSession } from './authorized-calls.ts';
import { callCareLink, EndpointsMoved, isNoSuchPath, jsonPost } from './call-carelink.ts';
import type { Endpoints } from './discovery.ts';
import { toReadings } from './to-readings.ts';

/** The app version sent with each call; below 3.7 the vendor asks some accounts to upgrade. */
const APP_VERSION = '3.8.0';
/** How long to wait after an error that explains nothing. */
const RETRY_AFTER_MS = 10 * MINUTE_MS;

export type ReadArguments = { session: MedtronicSession; endpoints: Endpoints; since: number };

/** Gets the display message and reads it. Throws `SourceError`. */
export async function fetchReadings(
  { session, endpoints, since }: ReadArguments,
  vendorSession: VendorSession<MedtronicSession>,
): Promise<Reading[]> {
  if (session.role === 'carepartner' && session.personId === null) {
    throw new SourceError('medtronic', 'choose-person');
  }
  const { send, session: current } = authorizedCalls(session, endpoints, vendorSession);
  const display = () => send((latest) => callDisplay(latest, endpoints, vendorSession));
  let response = await display();
  if (response.status === 400) {
    // The user name is not that of the token, or the person no longer shares: both are checked once.
    await checkAccount(current(), endpoints, vendorSession);
    response = await display();
  }
  if (response.status === 403 && !isNoSuchPath(response))
    await checkPerson(current(), endpoints, vendorSession);
  // No data for this account yet.
  if (response.status === 204) return [];
  if (response.status !== 200) throw displayError(response);
  return toReadings(response.json, { since, now: vendorSession.now() }).readings;
}

function callDisplay(
  { accessToken, username, role, personId }: MedtronicSession,
  endpoints: Endpoints,
  vendorSession: VendorSession<MedtronicSession>,
) {
  const body = { username, role, ...(personId !== null && { patientId: personId }), appVersion: APP_VERSION };
  return callCareLink(
    { url: `${endpoints.dataUrl}/display/message`, ...jsonPost(body), token: accessToken, twice: true },
    vendorSession,
  );
}

async function checkAccount(
  session: MedtronicSession,
  endpoints: Endpoints,
  vendorSession: VendorSession<MedtronicSession>,
): Promise<void> {
  const account = await accountOf({ endpoints, token: session.accessToken }, vendorSession);
  if (account.username !== session.username || account.role !== session.role) {
    throw new SourceError('medtronic', 'needs-human', {
      cause: 'another account than the one that signed in',
    });
  }
  await checkPerson(session, endpoints, vendorSession);
}

async function checkPerson(
  { accessToken, personId }: MedtronicSession,
  endpoints: Endpoints,
  vendorSession: VendorSession<MedtronicSession>,
) {
  if (personId === null) return;
  const people = await peopleOf({ endpoints, token: accessToken }, vendorSession);
  if (!people.some(({ id }) => id === personId)) throw new SourceError('medtronic', 'person-gone');
}

function displayError(response: VendorResponse): SourceError {
  const cause = `status ${response.status}`;
  if (isNoSuchPath(response)) return new EndpointsMoved('medtronic', 'unreadable', { cause });
  if (response.status === 401) return new SourceError('medtronic', 'needs-human', { cause });
  const errorCode = response.status === 403 ? 'unreachable' : 'unreadable';
  return new SourceError('medtronic', errorCode, { cause, retryAfterMs: RETRY_AFTER_MS });
}
