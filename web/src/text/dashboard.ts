import type { Catalog } from './catalog.ts';

/** The dashboard: its panels, and what it says of the connection to the source. */
export const dashboardText = {
  title: 'Dashboard',
  before: ({ value, time }: { value: string; time: string }) => `Before: <b>${value}</b> at ${time}`,
  range: {
    notSet: 'Not set',
    setpoints: { high: 'High', inRange: 'In range', low: 'Low' },
    flashOn: 'flash ON',
    flashOff: 'flash OFF',
    alarms: 'Alarms',
    note: 'Lamps change color with your glucose. White means no current data.',
  },
  panels: { timeInRange: 'Time in range', devices: 'Device Connection Code' },
  connection: {
    looking: 'Looking for your connection',
    lookingForReading: 'Looking for your reading',
    readingNotLoaded: 'Reading not loaded',
    flashAgain: 'Flash again',
    pauseFlash: 'Pause the flash',
    connectedTo: ({ source }: { source: string }) => `Successfully connected to ${source}`,
    noCurrentDataSince: ({ time, age }: { time: string; age: string }) =>
      `No current data since ${time}, ${age}`,
    waitingForFirst: 'Waiting for the first reading',
    lastKnown: ({ age, value }: { age: string; value: string }) =>
      `Last known reading, ${age}: <s>${value}</s>`,
  },
  badges: {
    connected: 'Connected',
    notConnected: 'Not connected',
    noTealight: "Can't reach Tealight",
    tealightProblem: 'Tealight has a problem',
    sensorSilent: 'Sensor silent',
    signInRefused: 'Sign-in refused',
    unreachable: 'Source unreachable',
    notShared: 'No readings shared',
    noPerson: 'No person chosen',
  },
  menu: {
    label: 'Connection menu',
    another: 'Connect another source',
    disconnect: 'Disconnect',
  },
  disconnect: {
    title: ({ source }: { source: string }) => `Disconnect ${source}?`,
    consequence: 'No new readings arrive, and your lamps turn white. Your readings so far stay.',
    keeping: ({ source }: { source: string }) =>
      `If you keep the login, you can connect ${source} again without entering it. It stays encrypted on this server.`,
    stay: 'Stay connected',
    keep: 'Disconnect and keep the login',
    erase: 'Disconnect and erase the login',
    done: ({ source }: { source: string }) => `You are successfully disconnected from ${source}`,
  },
  savedLogin: {
    isSaved: ({ source }: { source: string }) => `Your ${source} login is saved.`,
    connect: ({ source }: { source: string }) => `Connect ${source} again`,
    erase: 'Erase the login',
    erased: ({ source }: { source: string }) => `Your ${source} login is erased`,
  },
  remedy: {
    connectAgain: 'Connect again',
    tryAgain: 'Try again',
    lookingForPeople: 'Looking for who shares',
    retryingAt: ({ time }: { time: string }) => `Retrying automatically at ${time}`,
    checkNow: 'Check now',
    checking: 'Checking…',
    tooEarly: 'The source allows no check before the next automatic one',
  },
} as const satisfies Catalog;
