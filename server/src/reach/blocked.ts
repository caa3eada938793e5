/** An address that this server must not visit. Says nothing about which. */
export class Blocked extends Error {
  override readonly name = 'Blocked';
  readonly code = 'EBLOCKED';
  constructor() {
    super('This address must not be visited');
  }
}

/** The refusal among an error's causes, if it is one. */
export function blockedIn(error: unknown): Blocked | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Blocked) return cause;
  }
  return undefined;
}
