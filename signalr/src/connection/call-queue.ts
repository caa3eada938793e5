/** A job never rejects: it handles its own errors. */
type Job = () => Promise<void>;

/** The calls of one connection, run one after the other in the order they came, so that none overtakes another. */
export class CallQueue {
  readonly #max: number;
  #waiting: Job[] = [];
  #running: Promise<void> | null = null;
  #last = false;

  constructor(max: number) {
    this.#max = max;
  }

  /** False when too many are waiting already. After `finish` jobs are ignored silently. */
  add(job: Job): boolean {
    if (this.#last) return true;
    if (this.#waiting.length >= this.#max) return false;
    this.#push(job);
    return true;
  }

  /** Drops waiting jobs and runs `last` after the running one. Resolves when it is done. */
  async finish(last: Job): Promise<void> {
    this.#last = true;
    this.#waiting = [];
    this.#push(last);
    await this.#running;
  }

  #push(job: Job): void {
    this.#waiting.push(job);
    if (this.#running !== null) return;
    // Set before the first job starts: a job may call `finish` before it returns its promise.
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running = promise;
    void this.#run().then(resolve);
  }

  async #run(): Promise<void> {
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift()) await job();
    this.#running = null;
  }
}
