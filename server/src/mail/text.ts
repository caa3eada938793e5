/** Whole sentences, each in one place, values as named arguments. A translation has the same shape. */
type MailCatalog = {
  readonly [name: string]: string | ((values: never) => string) | MailCatalog;
};

/** What the emails say. Dates come formatted for `locale`. */
export const mailText = {
  /** BCP 47 tag of the language of these sentences. */
  locale: 'en-US',
  /** The name that emails come from. */
  sender: 'Tealight',
  layout: {
    greeting: ({ name }: { name: string }) => `Hello ${name},`,
    greetingWithoutName: 'Hello,',
    /** In place of a name that is none. */
    somebody: 'somebody',
    /** The button of an email in plain text. */
    link: ({ label, address }: { label: string; address: string }) => `${label}:\n${address}`,
    orOpenAddress: ({ address }: { address: string }) => `Or open this address: ${address}`,
    notForTreatment: 'Tealight is not a medical device. Do not use it to make treatment decisions.',
    utc: ({ dateTime }: { dateTime: string }) => `${dateTime} UTC`,
  },
  confirm: {
    subject: 'Confirm your email address',
    welcome: 'Welcome to Tealight! Click the button to confirm this email address. Then you can sign in.',
    button: 'Confirm my email',
    validity: 'The link works for 24 hours.',
    notYou: ({ link }: { link: string }) =>
      `If this was not you, do not click the button. Remove the account that someone created with your address: ${link}`,
  },
  alreadyRegistered: {
    subject: 'You already have an account',
    what: 'Someone, perhaps you, tried to sign up for Tealight with this email address. It already has an account, so nothing was changed.',
    signIn: ({ link }: { link: string }) => `You can sign in here: ${link}`,
    forgotButton: 'I forgot my password',
    unconfirmed:
      'Your email address is not confirmed yet. Choosing a password with the link below confirms it.',
    chooseButton: 'Choose a password',
    notYou: 'If this was not you, you can ignore this email.',
  },
  reset: {
    subject: 'Choose a new password',
    what: 'Someone asked to choose a new password for your Tealight account.',
    button: 'Choose a new password',
    validity:
      'The link works once, within one hour. If this was not you, you can ignore this email: your password has not changed.',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    what: ({ at }: { at: string }) =>
      `The password of your Tealight account was changed on ${at}. Other devices have been signed out.`,
    notYou: 'If this was you, no action is needed. If not, choose a new password now:',
    button: 'Choose a new password',
  },
  signInLink: {
    subject: 'Your sign-in link',
    what: 'There were several failed attempts to sign in to your Tealight account, so we paused password sign-in from new places for a moment.',
    instead: 'If this was you, sign in with this link instead:',
    button: 'Sign in',
    validity:
      'The link works once, within 15 minutes. If this was not you, no action is needed: nobody can sign in without your password or this link.',
  },
  newSignIn: {
    subject: 'New sign-in to your account',
    what: ({ device, at }: { device: string; at: string }) =>
      `Your Tealight account was used to sign in on a new device: ${device}, on ${at}.`,
    notYou: 'If this was you, no action is needed. If not, end that session and change your password:',
    button: 'Review my sessions',
  },
  codeRenewed: {
    subject: 'New connection code',
    what: ({ device, at }: { device: string; at: string }) =>
      `A new connection code was created for your Tealight account with ${device} on ${at}. Devices with the old code are disconnected.`,
    notYou: 'If this was you, no action is needed. If not, change your password and sign out other devices:',
    button: 'Review my account',
  },
  exported: {
    subject: 'Your data was downloaded',
    what: ({ device, at }: { device: string; at: string }) =>
      `All data of your Tealight account was downloaded with ${device} on ${at}.`,
    notYou: 'If this was you, no action is needed. If not, change your password and sign out other devices:',
    button: 'Review my account',
  },
  deleted: {
    subject: 'Your account was deleted',
    what: ({ device, at }: { device: string; at: string }) =>
      `Your Tealight account was deleted with ${device} on ${at}. Your readings, settings and stored passwords are erased. This can't be undone.`,
    notYou: 'If this was not you, someone knows the password you used. Change it wherever else you use it.',
  },
  outage: {
    subject: ({ source }: { source: string }) => `${source} has stopped sending readings`,
    what: ({ source }: { source: string }) =>
      `Tealight can no longer read your glucose from ${source}, so your lamps are white: no current data.`,
    /** For an account with several wearers. */
    subjectOf: ({ source, wearer }: { source: string; wearer: string }) =>
      `${wearer} has no new readings from ${source}`,
    whatOf: ({ source, wearer }: { source: string; wearer: string }) =>
      `Tealight can no longer read the glucose of ${wearer} from ${source}, so the lamps are white: no current data.`,
    reason: ({ reason }: { reason: string }) => `${reason}.`,
    button: 'Open the dashboard',
    settings: ({ link }: { link: string }) =>
      `We email you once per problem. You can turn these emails off here: ${link}`,
  },
  operatorProblem: {
    subject: ({ parts, machine }: { parts: string; machine: string }) =>
      `Tealight has a problem: ${parts} (${machine})`,
    what: ({ address, machine }: { address: string; machine: string }) =>
      `The Tealight at ${address} on ${machine} has a problem.`,
    /** By the affected part, which the log calls by the same name. */
    parts: {
      store: ({ since }: { since: string }) => `The database does not work. (store, since ${since})`,
      disk: ({ since }: { since: string }) =>
        `The disk of DATA_DIR or of the database is full, or fails. (disk, since ${since})`,
      poller: ({ since }: { since: string }) =>
        `Sources are not polled when they are due. (poller, since ${since})`,
      alarms: ({ since }: { since: string }) =>
        `Alarms are not decided about when they are due. (alarms, since ${since})`,
      clock: ({ since }: { since: string }) =>
        `The clock of the machine differs from that of the database by more than 10 seconds. (clock, since ${since})`,
      push: ({ since }: { since: string }) =>
        `Push services do not accept this server, so that alarms do not reach browsers that are closed. (push, since ${since})`,
      key: ({ since }: { since: string }) =>
        `No key decrypts the stored sign-ins of the wearers. (key, since ${since})`,
    },
    effect:
      'Wearers read that Tealight has a problem, and lamps show white as soon as readings are old. The log and /health/ready say more.',
    effectOnAlarms:
      'Readings and lamps are right, but alarms may be missing. The log and /health/ready say more.',
  },
  operatorRecovery: {
    subject: ({ machine }: { machine: string }) => `Tealight works again (${machine})`,
    what: ({ address, machine, minutes }: { address: string; machine: string; minutes: number }) =>
      `The problem of the Tealight at ${address} on ${machine} is over. It lasted ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`,
  },
  invited: {
    subject: ({ inviter, wearer }: { inviter: string; wearer: string }) =>
      `${inviter} invites you to follow ${wearer}`,
    follow: ({ inviter, wearer }: { inviter: string; wearer: string }) =>
      `${inviter} invites you to see the glucose readings of ${wearer} in Tealight. The page behind the button says what you will see. Nothing is shown before you accept.`,
    handOver: ({ inviter, wearer }: { inviter: string; wearer: string }) =>
      `${inviter} asks you to take over ${wearer} in Tealight: you would decide who may see the readings. The page behind the button says what that means.`,
    leave: 'You can stop following at any time.',
    button: 'See the invitation',
    validity:
      'The link works once, for 7 days, with a Tealight account for this email address. If you do not know who this is, you can ignore this email.',
  },
  followerJoined: {
    subject: ({ wearer, follower }: { wearer: string; follower: string }) =>
      `${follower} now follows ${wearer}`,
    what: ({ wearer, follower }: { wearer: string; follower: string }) =>
      `${follower} has accepted an invitation and can now see the readings of ${wearer}. You can change or end this at any time.`,
    button: 'Open People',
  },
  youFollow: {
    subject: ({ wearer }: { wearer: string }) => `You now follow ${wearer}`,
    what: ({ wearer }: { wearer: string }) =>
      `You have accepted an invitation and can now see the readings of ${wearer}. You can stop following at any time.`,
    button: ({ wearer }: { wearer: string }) => `See ${wearer}`,
  },
  handOverAgreed: {
    subject: ({ wearer }: { wearer: string }) => `${wearer} will be handed over`,
    what: ({ wearer, next, at }: { wearer: string; next: string; at: string }) =>
      `${next} has agreed to take over ${wearer}. From ${at} on, ${next} decides who may see the readings. It takes effect at once if both of you confirm it with your passwords on the same day.`,
    cancel: 'Until then, either of you can cancel it.',
    button: 'Open People',
  },
  handedOver: {
    subject: ({ wearer }: { wearer: string }) => `${wearer} was handed over`,
    what: ({ wearer, next }: { wearer: string; next: string }) =>
      `${wearer} now belongs to the account of ${next}, who decides who may see the readings.`,
  },
  handOverFailed: {
    subject: ({ wearer }: { wearer: string }) => `${wearer} was not handed over`,
    what: ({ wearer, next, owner }: { wearer: string; next: string; owner: string }) =>
      `${wearer} still belongs to the account of ${owner}, because the account of ${next} has as many people as Tealight allows.`,
    again: ({ next, owner }: { next: string; owner: string }) =>
      `When ${next} has removed somebody, ${owner} can offer the hand-over again.`,
  },
  wearerGone: {
    subject: ({ wearer }: { wearer: string }) => `You no longer follow ${wearer}`,
    what: ({ wearer }: { wearer: string }) =>
      `${wearer} is no longer in Tealight, so you no longer follow ${wearer}.`,
  },
  /** What alarms cannot do (ALM-44). */
  alarmSafety:
    'Tealight’s alarms come on top of those of the sensor’s own app. They may be late or missing, and a phone that is silent, without network or saving battery may not ring. Keep the other alarms on.',
  missingData: {
    subject: ({ wearer }: { wearer: string }) => `No readings of ${wearer}`,
    what: ({ wearer, since }: { wearer: string; since: string }) =>
      `The last reading of ${wearer} that Tealight has was taken on ${since}. Tealight has rung four times and will not ring again for this.`,
    next: 'Look at the sensor’s own app. The dashboard says whose fault it is.',
    button: 'Open the dashboard',
  },
  channelGone: {
    subject: 'Alarms no longer reach one of your channels',
    what: ({ channel }: { channel: string }) =>
      `The browser or app has ended the subscription of “${channel}”, so Tealight has removed it. If you still need alarms there, add it again and send a test.`,
    button: 'Look at my channels',
  },
  channelsSilent: {
    subject: 'Do alarms still reach you?',
    what: 'No message has reached any of your alarm channels for a week. Open the alarms page and send a test on each of them.',
    button: 'Test my channels',
  },
  weeklyAlarms: {
    subject: 'Your week of alarms',
    none: ({ wearer }: { wearer: string }) => `${wearer}: no alarm rang in the last seven days.`,
    /** `byKind`: `low 3, high 2`. `seen`: how many of them somebody has seen. */
    alarms: (week: { wearer: string; total: number; byKind: string; seen: number }) =>
      `${week.wearer}: ${week.total === 1 ? '1 alarm' : `${week.total} alarms`} in the last seven days (${week.byKind}). Somebody pressed Seen or Snooze on ${week.seen} of them.`,
    off: 'Alarms are switched off now.',
    reached: ({ channel }: { channel: string }) => `Your channel “${channel}” was reached this week.`,
    notReached: ({ channel }: { channel: string }) =>
      `Your channel “${channel}” was not reached this week: send a test.`,
    noChannel: 'You have no channel: alarms reach you only while a Tealight page is open.',
    button: 'Open the alarms page',
    settings: 'You can switch this email off there, below “How they reach you”.',
    noEmailRings: 'An email is no alarm: it may arrive hours later, and it does not ring.',
  },
} as const satisfies MailCatalog;
