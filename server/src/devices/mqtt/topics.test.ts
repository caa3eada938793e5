import { describe, expect, test } from 'vitest';
import { announcementIn } from './announcement.ts';
import { deviceIn, partsOf, takesIn } from './topics.ts';

describe('MQTT topics', () => {
  test.each([
    ['tealight/a/glow', 'tealight/a/glow', true],
    ['tealight/+/glow', 'tealight/a/glow', true],
    ['tealight/a/#', 'tealight/a/glow', true],
    ['tealight/a/#', 'tealight/a', true],
    ['#', 'tealight/a/glow', true],
    ['tealight/a/+', 'tealight/a/device/bed', false],
    ['tealight/a', 'tealight/a/glow', false],
    ['tealight/a/glow/more', 'tealight/a/glow', false],
    ['tealight/b/glow', 'tealight/a/glow', false],
  ])('the filter %s and the topic %s: %s', (filter, topic, taken) => {
    expect(takesIn(filter, topic)).toBe(taken);
  });

  test('a wearer’s topic is found by its code, in any spelling', () => {
    expect(partsOf('tealight/O1234-5678L/glow')).toEqual({
      code: '0123456781',
      spelled: 'O1234-5678L',
      rest: 'glow',
    });
    for (const topic of ['tealight/+/glow', 'tealight/0123456789', 'other/0123456789/glow', '#', '']) {
      expect(partsOf(topic)).toBeNull();
    }
  });

  test('the name of a device in a topic has no slash or space', () => {
    expect(deviceIn('device/wled-4f')).toBe('wled-4f');
    for (const rest of ['device/', 'device/a/b', 'device/a b', `device/${'x'.repeat(65)}`, 'glow']) {
      expect(deviceIn(rest)).toBeNull();
    }
  });

  test.each([
    ['online', { online: true }],
    ['offline', { online: false }],
    ['{"kind":"wled","name":"Shelf"}', { online: true, kind: 'wled', name: 'Shelf' }],
    ['{"state":"offline"}', { online: false }],
    ['{"kind":7}', null],
    ['{not json', null],
    ['hello', null],
    [`{"kind":"${'x'.repeat(600)}"}`, null],
  ])('the announcement %s', (payload, said) => {
    expect(announcementIn(payload)).toEqual(said);
  });
});
