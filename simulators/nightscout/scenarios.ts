import { json, never, page, text } from '../replies.ts';

/** The scenarios of a simulated site. `well` is the normal one; the others have been observed at real sites. */
export type NightscoutScenario =
  | 'well'
  | 'denied' //          anonymous clients may read nothing
  | 'two-uploaders' //   a phone and a bridge upload the same sensor's readings, seconds apart
  | 'odd' //             error codes, text for numbers, fractions of milliseconds, a clock that runs ahead
  | 'untyped' //         entries without a type, or with one in capitals
  | 'deleted' //         entries that were deleted, and are marked only
  | 'empty' //           no reading at all
  | 'silent' //          no new readings from now on
  | 'only-v3'
  | 'busy'
  | 'sleeping' //        the host responds with its own page
  | 'boot-error'
  | 'mongo-error'
  | 'landing-page'
  | 'not-found'
  | 'other-json'
  | 'half-answer'
  | 'moved' //           a redirect to another host
  | 'hanging';

const mongoError = { status: 500, message: 'Mongo Error', description: {} };

/** The response to every call in this scenario; null for the normal one. */
export async function responseIn(
  scenario: NightscoutScenario,
  { signal }: Request,
): Promise<Response | null> {
  if (scenario === 'hanging') return never(signal);
  const answers: Partial<Record<NightscoutScenario, () => Response>> = {
    busy: () => json({ message: 'Too many requests' }, 429, { 'retry-after': '60' }),
    sleeping: () => page('Application error', 503),
    'boot-error': () => page('Nightscout - Boot Error', 500),
    'mongo-error': () => json(mongoError, 500),
    'landing-page': () => page('Welcome'),
    'not-found': () => page('Cannot GET', 404),
    'other-json': () => json({ hello: 'world' }),
    'half-answer': () => text('[{"_id":"68eb000000', { type: 'application/json' }),
    moved: () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.invalid/' } }),
  };
  return answers[scenario]?.() ?? null;
}
