import type { Random } from '../attack/random.ts';
import { fullDisk } from './full-disk.ts';
import type { Installation } from './installation.ts';
import { HANG_MS, type SiteScenario } from './sensors.ts';

/** Something that happens to an installation, and ends. */
export type Fault = {
  name: string;
  /** How long it lasts. */
  forMs: number;
  begin(installation: Installation): Promise<void> | void;
  end(installation: Installation): Promise<void> | void;
  /** `begin`: others take over, and no reading is late by more than `withinMs`; `end`: so soon after its end all is right. */
  from: 'begin' | 'end';
  withinMs: number;
};

const SECOND = 1000;
/** Own goals, in docs/several-machines.md: a node is replaced, and after an outage all is right, within half a minute. */
const WITHIN_MS = 30 * SECOND;
/** A source that works again is polled within a minute. */
const SOURCES_WITHIN_MS = 60 * SECOND;
/** Connections that have fallen silent are replaced within half a minute, and then sources are polled that waited for it. */
const SILENT_WITHIN_MS = 90 * SECOND;

const nodeOf = ({ nodes }: Installation, index: number) => {
  const node = nodes[index % nodes.length];
  if (node === undefined) throw new Error('An installation has nodes');
  return node;
};

/** `kill -9`; the node starts again after a while. */
const killed = (index: number): Fault => ({
  name: `node ${index % 3} killed`,
  forMs: 8 * SECOND,
  begin: (installation) => nodeOf(installation, index).kill(),
  end: (installation) => nodeOf(installation, index).restart(),
  from: 'begin',
  withinMs: WITHIN_MS,
});

const frozen = (index: number): Fault => ({
  name: `node ${index % 3} frozen`,
  forMs: 20 * SECOND,
  begin: (installation) => nodeOf(installation, index).freeze(),
  end: (installation) => nodeOf(installation, index).thaw(),
  from: 'begin',
  withinMs: WITHIN_MS,
});

const clockJump = (index: number): Fault => ({
  name: `clock of node ${index % 3} 90 s ahead`,
  forMs: 20 * SECOND,
  begin: (installation) => nodeOf(installation, index).signal('SIGUSR2'),
  end: (installation) => nodeOf(installation, index).signal('SIGUSR2'),
  from: 'end',
  withinMs: WITHIN_MS,
});

const vendors = (scenario: SiteScenario): Fault => ({
  name: `all sources ${scenario}`,
  forMs: 30 * SECOND,
  begin: ({ sensors }) => {
    sensors.scenario.now = scenario;
  },
  end: ({ sensors }) => {
    sensors.scenario.now = 'well';
  },
  from: 'end',
  // A call that hangs at the end goes on.
  withinMs: SOURCES_WITHIN_MS + (scenario === 'hanging' ? HANG_MS : 0),
});

const outages: readonly Fault[] = [
  {
    name: 'database unreachable',
    forMs: 30 * SECOND,
    begin: ({ database }) => database.cut(),
    end: ({ database }) => database.heal(),
    from: 'end',
    withinMs: WITHIN_MS,
  },
  {
    name: 'all connections to the database cut',
    forMs: 0,
    begin: ({ database }) => database.cut(),
    end: ({ database }) => database.heal(),
    from: 'end',
    withinMs: WITHIN_MS,
  },
  {
    name: 'all connections to the database silent',
    forMs: 0,
    begin: ({ database }) => database.freeze(),
    end: () => {},
    from: 'end',
    withinMs: SILENT_WITHIN_MS,
  },
  {
    name: 'disk of the database full',
    forMs: 30 * SECOND,
    begin: ({ ask }) => fullDisk.begin(ask),
    end: ({ ask }) => fullDisk.end(ask),
    from: 'end',
    withinMs: WITHIN_MS,
  },
  {
    name: 'broker stopped',
    forMs: 30 * SECOND,
    begin: ({ broker }) => broker.stop(),
    end: ({ broker }) => broker.start(),
    from: 'end',
    withinMs: WITHIN_MS,
  },
  {
    name: 'mail server refuses',
    forMs: 30 * SECOND,
    begin: ({ mail }) => {
      mail.scenario.refusing = true;
    },
    end: ({ mail }) => {
      mail.scenario.refusing = false;
    },
    from: 'end',
    withinMs: WITHIN_MS,
  },
];

const shuffled = <T>(all: readonly T[], { below }: Random): T[] =>
  all
    .map((one) => ({ one, place: below(1_000_000) }))
    .sort((one, other) => one.place - other.place)
    .map(({ one }) => one);

/** Every fault once, so many kills, and so many of the three ways in which sources fail, in an order by chance. */
export function faultsOf(counts: { kills: number; vendors: number }, random: Random): Fault[] {
  const scenarios = shuffled(['failing', 'busy', 'hanging'] as const, random);
  const all = [
    ...Array.from({ length: counts.kills }, (_, index) => killed(index)),
    frozen(random.below(3)),
    clockJump(random.below(3)),
    ...scenarios.slice(0, counts.vendors).map(vendors),
    ...outages,
  ];
  return shuffled(all, random);
}
