import type {
  ConnectionStatus,
  CurrentUser,
  KnownDevice,
  LampSettings,
  SharingPerson,
  ShownReading,
  Site,
} from '@tealight/contract';
import {
  changesPath,
  defaultLamps,
  listPeople,
  listWearers,
  TRY_STEP_MS,
  trySteps,
} from '@tealight/contract';
import { vi } from 'vitest';
import { ownWearer } from './fake-calls.ts';

/** The state of the fake server; a test changes it. */
export type FakeWorld = {
  user: CurrentUser;
  readings: {
    unit: 'mg/dL' | 'mmol/L';
    currentCgmReading: ShownReading | null;
    previousCgmReading: ShownReading | null;
  };
  connection: ConnectionStatus;
  /** The people who share with the connected login. */
  people: SharingPerson[];
  liveDevices: number;
  devices: KnownDevice[];
  lamps: LampSettings;
  site: Site;
  /** Answers of further GET calls, by path. */
  further: Record<string, (query: URLSearchParams) => unknown>;
  /** Error responses, by path. */
  refused: Record<string, { status: number; body: unknown }>;
};

/** One call as the server received it. */
export type ReceivedCall = { method: string; path: string; body: unknown };

export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

export const aReading = (more: Partial<ShownReading> = {}): ShownReading => ({
  value: 112,
  time: minutesAgo(1),
  color: '#2fbf71',
  trend: 'steady',
  delta: -3,
  zone: 'in-range',
  stale: false,
  ...more,
});

export const aDevice = (more: Partial<KnownDevice> = {}): KnownDevice => ({
  id: 'lamp-1',
  kind: 'lamp',
  name: 'Bedside',
  muted: false,
  connected: true,
  firstSeen: minutesAgo(9000),
  lastSeen: minutesAgo(0),
  ...more,
});

export const aConnection = (more: Partial<ConnectionStatus> = {}): ConnectionStatus => ({
  status: 'allGood',
  connectionType: 'nightScout',
  state: 'fine',
  errorCode: null,
  text: null,
  remedy: null,
  since: minutesAgo(600),
  lastReadingAt: minutesAgo(1),
  nextTryAt: null,
  savedLogin: null,
  ...more,
});

const aUser: CurrentUser = {
  firstName: 'Ada',
  lastName: 'Moreno',
  email: 'ada@example.org',
  phoneNumber: null,
  location: 'US',
  connectionCode: 'K7M2QX4W9D',
  rangeSetup: { unit: 'mg/dL', high: 180, inRange: 110, low: 70 },
  emailConfirmed: true,
  dateOfBirth: null,
  gender: null,
  originalPhoto: null,
  resizedPhoto: null,
  userSettings: { highFlash: true, lowFlash: false, palette: 'classic' },
};

const links = {
  terms: '/t',
  privacy: '/p',
  deviceSetup: '/d',
  faq: '/f',
  contact: '/c',
  setupGuide: '/guide',
};

/** Stubs `fetch`: answers every call from `world` and records the calls. */
export function fakeServer(more: Partial<FakeWorld> = {}): { world: FakeWorld; calls: ReceivedCall[] } {
  const world: FakeWorld = {
    user: aUser,
    readings: {
      unit: 'mg/dL',
      currentCgmReading: aReading(),
      previousCgmReading: aReading({ value: 115, time: minutesAgo(6) }),
    },
    connection: aConnection(),
    people: [],
    liveDevices: 0,
    devices: [],
    lamps: defaultLamps,
    site: {
      links,
      sources: ['dexcom', 'freeStyleLibre', 'nightScout', 'medtronic'],
      dexcomSignIn: false,
      outbox: false,
    },
    further: {},
    refused: {},
    ...more,
  };
  const calls: ReceivedCall[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body: sent }: RequestInit = {}) => {
    const [path = '', query] = address.split('?');
    // The change stream stays open and sends nothing.
    if (path === changesPath) return new Promise<Response>(() => {});
    const body = typeof sent === 'string' ? JSON.parse(sent) : undefined;
    calls.push({ method, path, body: body });
    const refused = world.refused[path];
    return refused
      ? Response.json(refused.body, { status: refused.status })
      : Response.json(
          method === 'GET' && world.further[path]
            ? await world.further[path](new URLSearchParams(query))
            : answer(world, path, body),
        );
  });
  return { world, calls };
}

function answer(world: FakeWorld, path: string, body: unknown): unknown {
  if (path === listWearers.path) return { selected: ownWearer.id, wearers: [ownWearer] };
  if (path.endsWith('/current-user-readings')) return { data: world.readings };
  if (path.endsWith('/cgm-connection')) return world.connection;
  if (path === listPeople.path) return { people: world.people };
  if (path.endsWith('/live-devices')) return { liveDevices: world.liveDevices };
  if (path.endsWith('/Devices')) return { devices: world.devices };
  if (path.endsWith('/lamp-settings')) return body === undefined ? world.lamps : { isSuccess: true };
  if (path.endsWith('/display-settings'))
    return body === undefined ? { history: 'ten-days' } : { isSuccess: true };
  if (path.endsWith('/try')) return { stepMs: TRY_STEP_MS, steps: trySteps };
  if (path.endsWith('/current-user')) return world.user;
  if (path.endsWith('/Site')) return world.site;
  if (path.endsWith('/save-range-setup')) return { data: body };
  if (path.endsWith('/new-connection-code')) return { connectionCode: 'zzzzzzzzzz' };
  return { isSuccess: true };
}
