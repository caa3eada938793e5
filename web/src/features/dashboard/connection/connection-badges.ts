import type { ConnectionStatus, SourceErrorCode } from '@tealight/contract';
import type { ConnectionView } from './connection-view.ts';

/** A badge beside the title. `on`: all is well; `off`: something is wrong; `quiet`: neither. */
export type Badge = { kind: 'on' | 'off' | 'quiet'; text: string };

/**
 * Whether a source is connected and, beside it, what is wrong. What could not be read is never called unset: without
 * an answer there is no first badge. `hasCurrent`: a current reading is shown; without one nothing is green.
 */
export function badgesOf(
  { known, fault }: Pick<ConnectionView, 'known' | 'fault'>,
  hasCurrent: boolean,
): Badge[] {
  const cause = fault === null ? causeOf(known) : faultTexts[fault];
  const wrong: Badge[] = cause === null ? [] : [{ kind: 'off', text: cause }];
  if (known === undefined) return wrong;
  if (known.connectionType === 'none')
    return fault === null ? [{ kind: 'off', text: 'Not connected' }] : wrong;
  return [{ kind: cause === null && hasCurrent ? 'on' : 'quiet', text: 'Connected' }, ...wrong];
}

const faultTexts = { unreachable: "Can't reach Tealight", problem: 'Tealight has a problem' } as const;

function causeOf(known: ConnectionStatus | undefined): string | null {
  switch (known?.state) {
    case 'silent':
      return 'Sensor silent';
    case 'problem':
      return faultTexts.problem;
    case 'error':
      return errorCause(known);
    default:
      return null;
  }
}

function errorCause({ errorCode, remedy }: ConnectionStatus): string {
  const cause = errorCode === null ? 'Source unreachable' : causes[errorCode];
  // A source that has given readings is asked again: something in front of it may have answered in its place.
  return cause === 'Sign-in refused' && remedy === 'wait' && errorCode !== 'locked-out'
    ? 'Source unreachable'
    : cause;
}

const causes: Readonly<Record<SourceErrorCode, string>> = {
  'wrong-login': 'Sign-in refused',
  'locked-out': 'Sign-in refused',
  'terms-to-accept': 'Sign-in refused',
  'needs-human': 'Sign-in refused',
  'wrong-region': 'Sign-in refused',
  'session-over': 'Sign-in refused',
  'not-shared': 'No readings shared',
  'person-gone': 'No readings shared',
  'choose-person': 'No person chosen',
  'wrong-address': 'Source unreachable',
  'refused-address': 'Source unreachable',
  'too-many-calls': 'Source unreachable',
  unreachable: 'Source unreachable',
  unreadable: 'Source unreachable',
  'key-lost': faultTexts.problem,
};
