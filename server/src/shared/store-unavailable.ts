/** Why the database does not work now. The query is not the cause: it may succeed later. */
export type StoreFault = 'unreachable' | 'slow' | 'busy' | 'disk-full' | 'read-only' | 'damaged';

/** The database does not work at the moment. `cause` is the driver's error. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly fault: StoreFault;

  constructor(fault: StoreFault, cause?: unknown) {
    super(messages[fault], { cause });
    this.fault = fault;
  }
}

const messages: Readonly<Record<StoreFault, string>> = {
  unreachable: 'The database cannot be reached',
  slow: 'The database did not answer in time',
  busy: 'Another program holds a lock on the database',
  'disk-full': 'The disk of the database is full',
  'read-only': 'The database accepts no changes',
  damaged: 'The database file is damaged',
};

/** Called for each fault of the database itself. */
export type OnStoreFault = (error: StoreUnavailable) => void;
