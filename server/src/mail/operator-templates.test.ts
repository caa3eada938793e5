import { expect, test } from 'vitest';
import { operatorRecoveryMail } from './operator-templates.ts';

const place = { publicUrl: 'https://tealight.example.org', machine: 'machine-1' };

test.each([
  [1, 'It lasted 1 minute.'],
  [60_000, 'It lasted 1 minute.'],
  [60_001, 'It lasted 2 minutes.'],
])('a problem of %d ms is over: “%s”', (lastedMs, sentence) => {
  expect(operatorRecoveryMail(place, lastedMs).text).toContain(` is over. ${sentence}\n`);
});
