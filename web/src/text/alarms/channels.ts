import type { ChannelFailure, ChannelKind } from '@tealight/contract';
import type { Catalog } from '../catalog.ts';

/** The channels on which alarms reach the reader while no page is open. */
export const channelsText = {
  title: 'Your channels',
  about: 'Alarms reach you here while no Tealight page is open. Press Test once a week.',
  mail: 'Email is not an alarm channel: it may come hours later.',
  list: 'Your channels',
  none: 'No channel yet.',
  kinds: {
    'web-push': 'Browser notifications',
    ntfy: 'ntfy',
    pushover: 'Pushover',
    webhook: 'Webhook',
  } satisfies Record<ChannelKind, string>,
  thisBrowser: 'Browser notifications, this browser',
  hidesValues: 'Hides values',
  neverReached: 'Never reached yet. Press Test.',
  shown: ({ age }: { age: string }) => `Last shown ${age}`,
  shownAfter: ({ age, seconds }: { age: string; seconds: string }) =>
    `Last shown ${age}, ${seconds} s after it was sent`,
  accepted: ({ age }: { age: string }) => `Last accepted ${age}`,
  failed: ({ age, why }: { age: string; why: string }) => `Failed ${age}: ${why}`,
  failures: {
    gone: 'The browser or app has ended the subscription. Remove this channel and add it again.',
    refused:
      'The service does not accept this address or key. Remove this channel and add it with the right one.',
    'our-key':
      'The push service does not accept this server’s key. The person who runs this server can fix that.',
    'too-many': 'The service asks to wait. Press Test again in a few minutes.',
    unreachable: 'The service did not answer. Check its address, then press Test.',
    'not-allowed': 'This server may not connect to that address. Use a public https:// address.',
    'out-of-time': 'The message could not be handed over in time. Press Test to see whether it works now.',
  } satisfies Record<ChannelFailure, string>,
  test: {
    button: 'Test',
    of: ({ name }: { name: string }) => `Test ${name}`,
    sending: 'Sending a test …',
    shown: 'The test was shown.',
    shownAfter: ({ seconds }: { seconds: string }) => `The test was shown after ${seconds} s.`,
    accepted: 'The service has accepted the test. Check that it arrives on your phone.',
    notShown:
      'The test was sent, but was not shown. Check that this device is online, and that notifications of the browser are allowed in its settings.',
  },
  change: {
    button: 'Change',
    of: ({ name }: { name: string }) => `Change ${name}`,
    title: 'Change the channel',
    saved: 'Channel saved',
  },
  remove: {
    button: 'Remove',
    of: ({ name }: { name: string }) => `Remove ${name}`,
    title: ({ name }: { name: string }) => `Remove ${name}?`,
    consequence: 'Alarms no longer reach you there.',
    keep: 'Keep it',
    done: ({ name }: { name: string }) => `${name} was removed`,
  },
  secret: {
    renew: 'New secret',
    renewOf: ({ name }: { name: string }) => `New secret for ${name}`,
    title: ({ name }: { name: string }) => `A new secret for ${name}?`,
    consequence:
      'For one day, messages are signed with the old secret, too. Change it in the service that receives them until then.',
    keep: 'Keep the old one',
    about: ({ name }: { name: string }) => `The secret of ${name}`,
    note: 'Messages are signed with it (Standard Webhooks). Copy it now: it is not shown again.',
    copy: 'Copy',
    copied: 'Copied',
    done: 'Done',
  },
} as const satisfies Catalog;

/** The forms that add a channel. */
export const addChannelText = {
  title: 'Add a channel',
  choices: {
    'web-push': 'This browser',
    ntfy: 'ntfy',
    pushover: 'Pushover',
    webhook: 'Webhook',
  } satisfies Record<ChannelKind, string>,
  full: ({ max }: { max: number }) => `You have ${max} channels. Remove one to add another.`,
  name: 'Name',
  hideValues: 'Hide values',
  aboutHiding: 'Messages say “Ada needs you” and no value: others may see your lock screen.',
  add: 'Add',
  added: ({ name }: { name: string }) => `${name} was added. Press Test to try it.`,
  incomplete: 'Fill in every field first.',
  ntfy: {
    about:
      'An app for iPhone and Android that can ring through a silent phone: allow that in the app, for this topic.',
    server: 'Server',
    topic: 'Topic',
    aboutTopic: 'Anyone who knows the topic can read your alarms. This one cannot be guessed.',
    token: 'Access token (optional)',
    subscribe: 'Subscribe to the same topic in the ntfy app on your phone.',
    open: 'Open in the ntfy app',
    showQr: 'Show a QR code',
    hideQr: 'Hide the QR code',
    qr: 'QR code that opens the topic in the ntfy app',
  },
  pushover: {
    about:
      'A paid app for iPhone and Android. It can ring through a silent phone and repeats an urgent alarm until you confirm it.',
    userKey: 'User key',
    appToken: 'API token of your own application',
    where:
      'Both are on pushover.net: the user key on its start page, the token after “Create an Application”.',
  },
  webhook: {
    about: 'Tealight sends each alarm as JSON to your own service, signed with a secret that you see once.',
    url: 'Address',
    sendsValue: 'Send the glucose value',
    aboutValue: 'Otherwise the message has the name and the kind of alarm only.',
  },
} as const satisfies Catalog;
