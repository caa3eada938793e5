import type { SourceErrorCode } from '@tealight/sources';
import type { Encryption } from '../encryption/cipher.ts';
import type { Connection } from '../store/connections/connection-row.ts';
import type { Store } from '../store/store.ts';
import type { CircuitBreakers } from './limits/circuit-breaker.ts';
import type { AddressLimit, BackfillLimit } from './limits/concurrency.ts';
import type { DecryptionGuard } from './limits/decryption-guard.ts';
import type { SignInBreakers, SignInThrottle } from './limits/sign-in-limits.ts';
import type { RegisteredSource } from './registered-source.ts';
import type { RandomNumber } from './schedule/next-poll.ts';
import type { Renewals } from './session/renewals.ts';
import type { RecordPoll } from './state/recorder.ts';
import type { VendorOutages } from './state/vendor-outages.ts';

type LogEntry = { event: string; [detail: string]: unknown };
export type PollingLog = {
  info(entry: LogEntry): void;
  warn(entry: LogEntry): void;
  error(entry: LogEntry): void;
};

/** Counts polls for the metrics. Gets names and numbers only, nothing about a person. */
export type PollCounters = {
  /** A source was polled. */
  polled(source: string, outcome: 'readings' | 'nothing' | SourceErrorCode): void;
  /** A source took so long to answer, or to fail. */
  took(source: string, ms: number): void;
  /** New readings were stored. `newestAgeMs`: time since the newest known one was measured. */
  stored(source: string, readings: number, newestAgeMs: number): void;
};

export const noPollCounters: PollCounters = { polled() {}, took() {}, stored() {} };

/** What polling gets from the application. */
export type PollingDependencies = {
  store: Pick<Store, 'connections' | 'leases' | 'readings' | 'changes'>;
  /** By the name that is stored with each connection; renaming one disconnects its wearers. */
  sources: Readonly<Record<string, RegisteredSource>>;
  encryption: Encryption;
  fetchFor: (sourceName: string) => typeof fetch;
  now: () => number;
  log: PollingLog;
  pollCounters: PollCounters;
  random: RandomNumber;
  /** Identifies this process among all that share the database. */
  node: string;
};

/** The dependencies together with the limits of this node. */
export type PollingContext = PollingDependencies & {
  circuitBreakers: CircuitBreakers;
  vendorOutages: VendorOutages;
  signInBreakers: SignInBreakers;
  signInThrottle: SignInThrottle;
  backfillLimit: BackfillLimit;
  addressLimit: AddressLimit;
  decryptionGuard: DecryptionGuard;
  renewals: Renewals;
  record: RecordPoll;
};

/** A poll of one leased connection. */
export type Poll = {
  connection: Connection;
  registered: RegisteredSource;
  context: PollingContext;
  stop: AbortSignal;
};
