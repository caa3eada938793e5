import { noConnection, remedyFor, type SourceErrorCode, sourceErrorCodes } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { aConnection } from '../../../../test/fake-server.ts';
import { badgesOf } from './connection-badges.ts';

const inError = (errorCode: SourceErrorCode, willRetry: boolean) =>
  aConnection({ state: 'error', errorCode, remedy: remedyFor(errorCode, willRetry) });
const textsOf = (...args: Parameters<typeof badgesOf>) => badgesOf(...args).map(({ text }) => text);

describe('[CON-9] [DASH-1] the badges of the connection', () => {
  test('are one green “Connected” while readings come', () => {
    const view = { known: aConnection(), fault: null };
    expect(badgesOf(view, true)).toEqual([{ kind: 'on', text: 'Connected' }]);
    expect(badgesOf(view, false)).toEqual([{ kind: 'quiet', text: 'Connected' }]);
  });

  test.each([
    ['wrong-login', false, 'Sign-in refused'],
    ['locked-out', true, 'Sign-in refused'],
    ['needs-human', false, 'Sign-in refused'],
    ['needs-human', true, 'Source unreachable'],
    ['unreachable', true, 'Source unreachable'],
    ['wrong-address', false, 'Source unreachable'],
    ['not-shared', true, 'No readings shared'],
    ['choose-person', false, 'No person chosen'],
    ['key-lost', true, 'Tealight has a problem'],
  ] as const)('say beside it what is wrong after %s (tried again: %s)', (errorCode, willRetry, text) => {
    expect(badgesOf({ known: inError(errorCode, willRetry), fault: null }, true)).toEqual([
      { kind: 'quiet', text: 'Connected' },
      { kind: 'off', text },
    ]);
  });

  test('are never green after an error, whichever it is', () => {
    for (const errorCode of sourceErrorCodes)
      for (const { kind } of badgesOf({ known: inError(errorCode, true), fault: null }, true))
        expect(kind).not.toBe('on');
  });

  test('name a silent sensor and a problem of Tealight', () => {
    const silent = aConnection({ state: 'silent', status: 'noCurrentData' });
    expect(textsOf({ known: silent, fault: null }, false)).toEqual(['Connected', 'Sensor silent']);
    const problem = aConnection({ state: 'problem' });
    expect(textsOf({ known: problem, fault: null }, true)).toEqual(['Connected', 'Tealight has a problem']);
  });

  test('say “Not connected” only while that was answered', () => {
    expect(textsOf({ known: noConnection, fault: null }, false)).toEqual(['Not connected']);
    expect(textsOf({ known: noConnection, fault: 'unreachable' }, false)).toEqual(["Can't reach Tealight"]);
    expect(textsOf({ known: undefined, fault: 'problem' }, false)).toEqual(['Tealight has a problem']);
  });
});
