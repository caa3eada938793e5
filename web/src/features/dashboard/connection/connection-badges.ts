import type { ConnectionStatus, SourceErrorCode } from '@tealight/contract';
import { dashboardText } from '../../../text/dashboard.ts';
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
  const cause = fault === null ? causeOf(known) : faultText(fault);
  const wrong: Badge[] = cause === null ? [] : [{ kind: 'off', text: cause }];
  if (known === undefined) return wrong;
  if (known.connectionType === 'none')
    return fault === null ? [{ kind: 'off', text: dashboardText.badges.notConnected }] : wrong;
  return [
    { kind: cause === null && hasCurrent ? 'on' : 'quiet', text: dashboardText.badges.connected },
    ...wrong,
  ];
}

const faultText = (fault: NonNullable<ConnectionView['fault']>): string =>
  fault === 'unreachable' ? dashboardText.badges.noTealight : dashboardText.badges.tealightProblem;

function causeOf(known: ConnectionStatus | undefined): string | null {
  switch (known?.state) {
    case 'silent':
      return dashboardText.badges.sensorSilent;
    case 'problem':
      return faultText('problem');
    case 'error':
      return errorCause(known);
    default:
      return null;
  }
}

function errorCause({ errorCode, remedy }: ConnectionStatus): string {
  const cause = errorCode === null ? 'unreachable' : causes[errorCode];
  // A source that has given readings is asked again: something in front of it may have answered in its place.
  const isTemporary = cause === 'signInRefused' && remedy === 'wait' && errorCode !== 'locked-out';
  return dashboardText.badges[isTemporary ? 'unreachable' : cause];
}

const causes: Readonly<Record<SourceErrorCode, keyof typeof dashboardText.badges>> = {
  'wrong-login': 'signInRefused',
  'locked-out': 'signInRefused',
  'terms-to-accept': 'signInRefused',
  'needs-human': 'signInRefused',
  'wrong-region': 'signInRefused',
  'session-over': 'signInRefused',
  'not-shared': 'notShared',
  'person-gone': 'notShared',
  'choose-person': 'noPerson',
  'wrong-address': 'unreachable',
  'refused-address': 'unreachable',
  'too-many-calls': 'unreachable',
  unreachable: 'unreachable',
  unreadable: 'unreachable',
  'key-lost': 'tealightProblem',
};
