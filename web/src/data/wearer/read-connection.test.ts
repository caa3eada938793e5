import { describe, expect, test } from 'vitest';
import { looseCgmConnection, unknownConnection } from './read-connection.ts';

const read = (answer: unknown) => looseCgmConnection.reply.parse(answer);

describe('how a connection stands', () => {
  test.each([
    ['allGood', 'dexcom', 'allGood', 'dexcom'],
    ['all-good', 'Dexcom', 'allGood', 'dexcom'],
    ['noCurrentData', 'FreeStyleLibre', 'noCurrentData', 'freeStyleLibre'],
    ['allGood', 'Nightscout', 'allGood', 'nightScout'],
    ['allGood', 'nightScout', 'allGood', 'nightScout'],
    ['allGood', 'Medtronic', 'allGood', 'medtronic'],
    ['no-connection-setup', 'None', 'noConnectionSetup', 'none'],
  ])('[CON-9] is read from %s, %s', (status, connectionType, ourStatus, ourType) => {
    expect(read({ status, connectionType })).toMatchObject({
      status: ourStatus,
      connectionType: ourType,
    });
  });

  test('[CON-9] keeps what the server says about since when and why', () => {
    const answer = {
      status: 'noCurrentData',
      connectionType: 'dexcom',
      state: 'error',
      errorCode: 'wrong-login',
      text: 'Type it again',
      remedy: 'connect-again',
      since: '2026-11-20T10:05:00Z',
      lastReadingAt: null,
      nextTryAt: null,
      savedLogin: null,
    };
    expect(read(answer)).toEqual(answer);
  });

  test('[CON-9] is refused when the word is none of ours, so that it never passes for healthy', () => {
    expect(() => read({ status: 'splendid', connectionType: 'dexcom' })).toThrow();
  });

  test('[CON-9] counts as no current data and no source when nothing could be found out', () => {
    expect(unknownConnection()).toMatchObject({ status: 'noCurrentData', connectionType: 'none' });
  });
});
