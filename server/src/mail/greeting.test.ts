import { expect, test } from 'vitest';
import { greetingFor } from './greeting.ts';

test.each([
  'Ada',
  'José María',
  'Anne-Marie',
  "D'Arcy",
  'O’Neill',
  'J. R.',
  'J.R. Tolkien',
  '美咲',
  'நிலா',
  'Нина',
])('an email has %s in its greeting', (name) => {
  expect(greetingFor(name)).toBe(`Hello ${name},`);
});

test.each([
  '',
  'http://evil.example click',
  'Ada.com',
  'Ada evil.example',
  'www x',
  'https',
  '<b>Ada</b>',
  'Ada\nBcc: x@example.org',
  'Ada, you won',
  'ada@example.org',
  'Ada/evil',
  'Call 0900 123',
  'a'.repeat(41),
  "' '",
  'Ada\u200bcom',
])('an email has no name in its greeting for %j', (name) => {
  expect(greetingFor(name)).toBe('Hello,');
});
