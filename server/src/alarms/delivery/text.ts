/** What messages about alarms say. Whole sentences, values as named arguments. */
export const messageText = {
  rings: ({ name, kind, value }: { name: string; kind: string; value: string }) =>
    `${name}: ${kind} ${value}`,
  noData: ({ name }: { name: string }) => `${name}: no data`,
  dataAreBack: ({ name, value }: { name: string; value: string }) => `${name}: readings are back, ${value}`,
  backInRange: ({ name, value }: { name: string; value: string }) => `${name}: back in range, ${value}`,
  over: ({ name, kind, value }: { name: string; kind: string; value: string }) =>
    `${name}: ${kind} is over, ${value}`,
  lost: ({ name, value }: { name: string; value: string }) => `${name}: no new readings, last ${value}`,
  needsYou: ({ name }: { name: string }) => `${name} needs you`,
  isOver: ({ name }: { name: string }) => `${name}: alarm is over`,
  ago: ({ minutes }: { minutes: number }) => (minutes < 1 ? 'just now' : `${minutes} min ago`),
  lastReading: ({ value, age }: { value: string; age: string }) => `Last reading ${value}, ${age}`,
  seenBy: ({ by }: { by: string }) => `Seen by ${by}`,
  noLongerRings: 'No longer rings',
  notSeen: ({ minutes, names }: { minutes: number; names: string }) =>
    `Not seen for ${minutes} min by ${names}`,
  notSeenByAnybody: ({ minutes }: { minutes: number }) => `Not seen for ${minutes} min`,
  buttons: {
    seen: 'Seen',
    snooze: ({ minutes }: { minutes: number }) =>
      minutes % 60 === 0 ? `Snooze ${minutes / 60} h` : `Snooze ${minutes} min`,
  },
  test: {
    title: ({ channel }: { channel: string }) => `Tealight: test of ${channel}`,
    text: 'Alarms reach you here.',
  },
} as const;
