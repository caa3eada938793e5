import { isClear } from './after-trouble.ts';
import type { Outcome } from './ask-source.ts';
import type { Poll } from './poll-one.ts';

/** One line when a source is lost; likewise for a vendor's whole address. */
export function tellOf({ connection, tools }: Poll, outcome: Outcome): void {
  const { wearerId, source, failures } = connection;
  const { door } = outcome.memory;
  if (!('error' in outcome)) {
    if (door !== null && tools.doors.answered(door)) tools.log.info({ event: 'vendor-back', source, door });
    return;
  }
  const { trouble, cause } = outcome.error;
  // A vendor that refuses one wearer is there for the others.
  if (door !== null && (isClear(trouble) || trouble === 'session-over')) tools.doors.answered(door);
  const why = typeof cause === 'string' ? { why: cause } : {};
  if (failures === 0) tools.log.warn({ event: 'source-lost', wearerId, source, trouble, ...why });
  const shut =
    door !== null && tools.doors.failed(door, wearerId, { error: outcome.error, now: tools.now() });
  if (shut) tools.log.warn({ event: 'vendor-lost', source, door, trouble });
}

/** One line when it is back, which is when new readings come: an answer without any is not enough. */
export function tellBack({ connection, tools }: Poll): void {
  const { wearerId, source, failures } = connection;
  if (failures > 0) tools.log.info({ event: 'source-back', wearerId, source });
}
