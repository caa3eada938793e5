/** Why the database cannot do its work now. The query is not to blame: the same one may succeed later. */
export type StoreFault = 'unreachable' | 'slow' | 'busy' | 'disk-full' | 'read-only' | 'damaged';

/** The database does not work at the moment. What the driver said is the cause. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly fault: StoreFault;

  constructor(fault: StoreFault, cause?: unknown) {
    super(sentences[fault], { cause });
    this.fault = fault;
  }
}

const sentences: Readonly<Record<StoreFault, string>> = {
  unreachable: 'The database cannot be reached',
  slow: 'The database did not answer in time',
  busy: 'Another program holds a lock on the database',
  'disk-full': 'The disk of the database is full',
  'read-only': 'The database accepts no changes',
  damaged: 'The database file is damaged',
};

/** Called with each failure that is the database's own. */
export type OnStoreFault = (error: StoreUnavailable) => void;
